interface SaveReportProps {
  /** The file's name. */
  readonly name: string;
  readonly content: unknown;
  /** What the button says. */
  readonly label?: string;
}

/** Saves what was found as JSON. */
export function SaveReport({ name, content, label = 'Save the report as JSON' }: SaveReportProps) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], { type: 'application/json' }));
    const link = document.createElement('a');
    Object.assign(link, { href: url, download: name });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <p className="save">
      <button type="button" className="btn" onClick={save}>
        {label}
      </button>
    </p>
  );
}
