/** Gives a text to the browser as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
