import { TextFrame } from './TextFrame.tsx';

/** The page for an address without a page. */
export function NotFoundPage() {
  return (
    <TextFrame eyebrow="404 · Page not found" title="We can’t find that page.">
      <p>There is no page at this address. The draw is one click away.</p>
      <p>
        <a className="btn primary" href="/">
          Back to the lottery
        </a>
      </p>
    </TextFrame>
  );
}
