/** The RPC joins a transaction's memos with "; " and puts the length in bytes before each: `[24] GOD1 commit …`. */
export function memoTexts(field: string): string[] {
  const texts: string[] = [];
  let rest = field;
  for (;;) {
    const head = /^\[(\d+)\] /.exec(rest);
    if (head === null) return texts;
    const bytes = Buffer.from(rest.slice(head[0].length), 'utf8');
    const length = Number(head[1]);
    texts.push(bytes.subarray(0, length).toString('utf8'));
    rest = bytes.subarray(length).toString('utf8').replace(/^; /, '');
  }
}
