import { assets } from 'virtual:page-assets';
import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { Emblem } from '../ui/Emblem.tsx';
import { RouteDescription } from './RouteDescription.tsx';
import { Sentence } from './Sentence.tsx';
import { ShapeFields } from './ShapeFields.tsx';

interface DocsDocumentProps {
  readonly described: ApiDocument;
}

/** The API's description as a whole document. Only the server renders it: it has no script. */
export function DocsDocument({ described }: DocsDocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>API · Game of Draws</title>
        <meta name="description" content="Every route of the Game of Draws API: what it takes, and what it answers." />
        <meta name="theme-color" content="#070d0b" />
        <meta name="color-scheme" content="dark" />
        {/* The policy names this text by its hash: not a character may be added. */}
        <style>{assets.css}</style>
        {/* The policy of a path without a page of its own names this text. */}
        <style>{assets.pages.NotFoundPage?.css}</style>
        <link rel="stylesheet" href="/docs.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="top">
          <a className="brand" href="/">
            <Emblem />
            <span>Game of Draws</span>
          </a>
        </header>
        <main id="main" tabIndex={-1}>
          <article className="wrap page prose docs">
            <Introduction described={described} />
            <Routes described={described} />
            <Shapes described={described} />
          </article>
        </main>
      </body>
    </html>
  );
}

/** docs/api.md has the same text. */
const EMBED_SNIPPET = `<iframe src="https://draws.example/embed" title="Game of Draws"
  width="360" height="270" loading="lazy"></iframe>`;

function Introduction({ described: { info } }: DocsDocumentProps) {
  return (
    <>
      <p className="eyebrow">API · version {info.version}</p>
      <h1>Ask it yourself.</h1>
      <p>{info.description}</p>
      <p>
        The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>. Rounds as they end:{' '}
        <a href="/feed.xml">Atom</a>, <a href="/rss.xml">RSS</a>. The draws to come, for a calendar:{' '}
        <a href="/draws.ics">iCalendar</a>.
      </p>
      <h2 id="embed">On your own site</h2>
      <p>
        Jackpot, clock and last result in a frame. Put this text where they should stand, with this site's name in place
        of <code>draws.example</code>. <a href="/embed">See it alone</a>.
      </p>
      <pre>
        <code>{EMBED_SNIPPET}</code>
      </pre>
    </>
  );
}

function Routes({ described: { tags, paths } }: DocsDocumentProps) {
  return tags.map(({ name, description }) => (
    <section key={name} aria-labelledby={name}>
      <h2 id={name}>Routes: {name}</h2>
      <p>
        <Sentence>{description}</Sentence>
      </p>
      {Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, operation]) => operation.tags.includes(name))
          .map(([method, operation]) => (
            <RouteDescription key={operation.operationId} method={method} path={path} operation={operation} />
          )),
      )}
    </section>
  ));
}

function Shapes({ described: { components } }: DocsDocumentProps) {
  return (
    <section aria-labelledby="shapes">
      <h2 id="shapes">Shapes</h2>
      {Object.entries(components.schemas).map(([name, schema]) => (
        <section key={name} className="route" aria-labelledby={name}>
          <h3 id={name}>{name}</h3>
          <ShapeFields schema={schema} />
        </section>
      ))}
    </section>
  );
}
