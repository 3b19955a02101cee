import type { JsonSchema } from '../../src/contract/openapi/ApiDocument.ts';
import { Sentence } from './Sentence.tsx';
import { shapeName, shapeText } from './shapeText.ts';

interface ShapeFieldsProps {
  readonly schema: JsonSchema;
}

/**
 * The fields of a shape, each with what may stand in it. A field that holds a named shape links to it. Below a field
 * that holds an object without a name, the object's own fields are indented.
 */
export function ShapeFields({ schema }: ShapeFieldsProps) {
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (choices.some(hasFields))
    return choices.map((choice) => <ShapeFields key={JSON.stringify(choice)} schema={choice} />);
  if (schema.type === 'array' && schema.items) return <ShapeFields schema={schema.items} />;
  if (schema.properties === undefined) return null;
  return (
    <dl className="fields">
      {Object.entries(schema.properties).map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <FieldType field={field} />
            {!schema.required?.includes(name) && ' · may be absent'}
            {field.description !== undefined && <Sentence>{` · ${field.description}`}</Sentence>}
            {shapeName(field) === null && <ShapeFields schema={field} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldType({ field }: { readonly field: JsonSchema }) {
  const name = namedWithin(field);
  const text = shapeText(field);
  return name === null ? text : <a href={`#${name}`}>{text}</a>;
}

/** The name of the first named shape that a field may hold; null when it holds none. */
function namedWithin(schema: JsonSchema): string | null {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return shapeName(schema) ?? inner.map(namedWithin).find((name) => name !== null) ?? null;
}

function hasFields({ type, items, properties }: JsonSchema): boolean {
  return properties !== undefined || (type === 'array' && items !== undefined && items !== false && hasFields(items));
}
