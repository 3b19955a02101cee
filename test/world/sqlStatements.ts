const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|\b[A-Za-z_]+\b/g;

/** The statements of an SQL file, without comments around them. Knows quotes, comments and trigger bodies. */
export function sqlStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  for (const match of sql.matchAll(TOKENS)) {
    const token = match[0].toUpperCase();
    const inTrigger = /^\s*(?:--[^\n]*\n\s*)*CREATE\s+(?:TEMP\s+)?TRIGGER\b/i.test(sql.slice(start, match.index));
    if (inTrigger && (token === 'BEGIN' || token === 'CASE')) depth += 1;
    if (inTrigger && token === 'END') depth -= 1;
    if (token !== ';' || depth > 0) continue;
    statements.push(sql.slice(start, match.index));
    start = match.index + 1;
  }
  return [...statements, sql.slice(start)]
    .map((each) => each.replace(/^(?:\s|--[^\n]*\n)+/, '').trim())
    .filter(Boolean);
}
