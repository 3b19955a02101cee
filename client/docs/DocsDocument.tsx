import { assets } from 'virtual:page-assets';
import type { ReactElement, ReactNode } from 'react';
import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { Emblem } from '../ui/Emblem.tsx';
import { operationsOf } from './operationsOf.ts';
import { RoutePage } from './RoutePage.tsx';
import { Sentence } from './Sentence.tsx';

interface DocsDocumentProps {
  readonly described: ApiDocument;
  /** The id of the route that the page describes; null for the page that lists all routes. */
  readonly operationId: string | null;
}

/**
 * A whole HTML document of the API's description: the list of the routes, or one route. Null when there is no such
 * route. Only the server renders these documents.
 */
export function docsDocument({ described, operationId }: DocsDocumentProps): ReactElement | null {
  if (operationId === null) {
    return (
      <Document title="API">
        <RouteList described={described} />
      </Document>
    );
  }
  const found = operationsOf(described).find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) return null;
  return (
    <Document title={`${found.method} ${found.path} · API`}>
      <RoutePage {...found} schemas={described.components.schemas} />
    </Document>
  );
}

function Document({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>{`${title} · Game of Draws`}</title>
        <meta name="description" content="Every route of the Game of Draws API: what it takes, and what it answers." />
        <meta name="theme-color" content="#070d0b" />
        <meta name="color-scheme" content="dark" />
        {/* The Content Security Policy has this text's hash, so not a character may be added. */}
        <style>{assets.css}</style>
        {/* The policy knows no page under /docs, so it allows the style of `NotFoundPage` there. */}
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
          <article className="wrap page prose docs">{children}</article>
        </main>
      </body>
    </html>
  );
}

/** The HTML with which another site embeds the lottery; docs/api.md has it too. */
const EMBED_SNIPPET = `<iframe src="https://draws.example/embed" title="Game of Draws"
  width="360" height="270" loading="lazy"></iframe>`;

function RouteList({ described }: { readonly described: ApiDocument }) {
  const { info, tags } = described;
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
        Jackpot, clock and last result in a frame. Put this text where they should stand, with this site's name instead
        of <code>draws.example</code>. <a href="/embed">See the frame</a>.
      </p>
      <pre>
        <code>{EMBED_SNIPPET}</code>
      </pre>
      {tags.map(({ name, description }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>Routes: {name}</h2>
          <p>
            <Sentence>{description}</Sentence>
          </p>
          <ul className="routes">
            {operationsOf(described)
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ method, path, operation: { operationId, summary } }) => (
                <li key={operationId}>
                  <a href={`/docs/${operationId}`}>
                    <b>{method}</b> <code>{path}</code>
                  </a>
                  <p>
                    <Sentence>{summary}</Sentence>
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
