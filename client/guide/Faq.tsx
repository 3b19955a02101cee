import { useConfig } from '../data/useConfig.ts';
import { answers } from './answers.ts';

/** Six questions. The browser keeps only one of them open at a time. */
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
