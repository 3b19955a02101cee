import type { ApiDocument, ApiParameter, JsonSchema } from '../../src/contract/openapi/ApiDocument.ts';
import type { DescribedRoute } from './operationsOf.ts';
import { Sentence } from './Sentence.tsx';
import { ShapeFields } from './ShapeFields.tsx';
import { shapesOf } from './shapesOf.ts';
import { shapeName, shapeText } from './shapeText.ts';

interface RoutePageProps extends DescribedRoute {
  readonly schemas: ApiDocument['components']['schemas'];
}

/** The page of one route: what it is for, takes and answers, and every named shape in its body and answers. */
export function RoutePage({ method, path, operation, schemas }: RoutePageProps) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const { 200: answer, ...failures } = responses;
  const body = requestBody?.content['application/json'];
  // An answer that is not JSON is described as a text.
  const given = answer?.content?.['application/json'] ?? answer?.content?.['text/plain'];
  return (
    <>
      <p className="eyebrow">
        <a href="/docs">All routes</a>
      </p>
      <h1 className="route">
        <b>{method}</b> <code>{path}</code>
      </h1>
      <p>
        <Sentence>{description === undefined ? summary : `${summary} ${description}`}</Sentence>
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body && <Shape title="Body" schema={body.schema} />}
      {given && <Shape title="Answer" schema={given.schema} />}
      <ul className="failures">
        {Object.entries(failures).map(([status, { description: sentence, content }]) => (
          <li key={status}>
            <code>{status}</code> <Sentence>{sentence}</Sentence>
            {content?.['application/json'] && (
              <>
                {' '}
                · <ShapeLink schema={content['application/json'].schema} />
              </>
            )}
          </li>
        ))}
      </ul>
      {shapesOf(operation, schemas).map((name) => (
        <section key={name} className="shape" aria-labelledby={name}>
          <h2 id={name}>{name}</h2>
          <ShapeFields schema={schemas[name] ?? {}} />
        </section>
      ))}
    </>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly ApiParameter[] }) {
  return (
    <dl className="fields">
      {parameters.map((parameter) => (
        <div key={parameter.name}>
          <dt>
            <code>{parameter.name}</code>
          </dt>
          <dd>
            {shapeText(parameter.schema)}, in the {parameter.in}
            {parameter.required ? '' : ', may be absent'}
            {parameter.description !== undefined && <Sentence>{`. ${parameter.description}`}</Sentence>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Shape({ title, schema }: { readonly title: string; readonly schema: JsonSchema }) {
  return (
    <p>
      {title}: <ShapeLink schema={schema} />
    </p>
  );
}

function ShapeLink({ schema }: { readonly schema: JsonSchema }) {
  const name = shapeName(schema);
  return name === null ? shapeText(schema) : <a href={`#${name}`}>{name}</a>;
}
