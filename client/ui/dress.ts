/** Adds a style sheet to the page that its start did not need. `css` is a file's text, imported with `?inline`. */
export function dress(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
