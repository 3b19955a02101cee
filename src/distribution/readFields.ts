/** A line of a list with its number, from 1 on, cut into its fields. */
export interface FieldsOfLine {
  readonly line: number;
  readonly fields: readonly string[];
}

const SEPARATORS = ['\t', ';', ','] as const;

/**
 * The lines of a pasted list, cut into fields. The separator is the first tab, semicolon or comma of a line that is
 * outside of quotes. A field in double quotes may contain it; two double quotes stand for one. Empty lines are left
 * out.
 */
export function readFields(text: string): readonly FieldsOfLine[] {
  const lines = text.split(/\r\n|\n|\r/);
  const separator = SEPARATORS.find((mark) => lines.some((line) => cut(line, mark).length > 1)) ?? ',';
  return lines.flatMap((content, index) =>
    content.trim() === '' ? [] : [{ line: index + 1, fields: cut(content, separator) }],
  );
}

function cut(line: string, separator: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const mark = line.charAt(at);
    if (isQuoted && mark === '"' && line.charAt(at + 1) === '"') {
      field += '"';
      at++;
    } else if (mark === '"' && (isQuoted || field.trim() === '')) isQuoted = !isQuoted;
    else if (mark === separator && !isQuoted) {
      fields.push(field.trim());
      field = '';
    } else field += mark;
  }
  return [...fields, field.trim()];
}
