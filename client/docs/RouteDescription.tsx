import type { ApiOperation, ApiParameter, JsonSchema } from '../../src/contract/openapi/ApiDocument.ts';
import { Sentence } from './Sentence.tsx';
import { shapeName, shapeText } from './shapeText.ts';

interface RouteDescriptionProps {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** One route: what it is for, what it takes, what it answers. */
export function RouteDescription({ method, path, operation }: RouteDescriptionProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const { 200: answer, ...failures } = responses;
  const body = requestBody?.content['application/json'];
  // An answer that is not JSON is described as a text.
  const given = answer?.content?.['application/json'] ?? answer?.content?.['text/plain'];
  return (
    <section className="route" aria-labelledby={operationId}>
      <h3 id={operationId}>
        <b>{method.toUpperCase()}</b> <code>{path}</code>
      </h3>
      <p>
        <Sentence>{description === undefined ? summary : `${summary} ${description}`}</Sentence>
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body && <Shape title="Body" schema={body.schema} />}
      {given && <Shape title="Answer" schema={given.schema} />}
      <ul className="failures">
        {Object.entries(failures).map(([status, { description: sentence }]) => (
          <li key={status}>
            <code>{status}</code> <Sentence>{sentence}</Sentence>
          </li>
        ))}
      </ul>
    </section>
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
  const name = shapeName(schema);
  return (
    <p>
      {title}: {name === null ? shapeText(schema) : <a href={`#${name}`}>{name}</a>}
    </p>
  );
}
