/** Adds a style sheet to the page. `css` is the text of a file, imported with `?inline`. */
export function dress(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
