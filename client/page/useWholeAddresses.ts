import { useEffect } from 'react';

/** Lets a copied selection contain whole addresses where the page shows short ones. */
export function useWholeAddresses(): void {
  useEffect(() => {
    document.addEventListener('copy', copyWhole);
    return () => document.removeEventListener('copy', copyWhole);
  }, []);
}

function copyWhole(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || event.target instanceof HTMLTextAreaElement) return;
  const short = [...document.querySelectorAll<HTMLElement>('[data-whole]')].filter((element) =>
    selection.containsNode(element, true),
  );
  if (short.length === 0) return;
  const text = short.reduce((copied, { textContent, dataset }) => {
    return copied.replace(textContent, dataset.whole ?? textContent);
  }, selection.toString());
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
}
