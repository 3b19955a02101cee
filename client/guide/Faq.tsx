import { useConfig } from '../data/useConfig.ts';
import { answers } from './answers.ts';

/** Six questions, one open at a time; the browser sees to that. */
export function Faq() {
  const config = useConfig();
  return (
    <section className="wrap faq" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">FAQ</h2>
      <div>
        {answers(config).map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            {answer.map((paragraph) => (
              <p key={paragraph} className="muted">
                {paragraph}
              </p>
            ))}
          </details>
        ))}
      </div>
    </section>
  );
}
