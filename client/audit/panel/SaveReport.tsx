import { downloadText } from '../../ui/downloadText.ts';

interface SaveReportProps {
  readonly name: string;
  readonly content: unknown;
  readonly label?: string;
}

/** A button that saves `content` as JSON. */
export function SaveReport({ name, content, label = 'Save the report as JSON' }: SaveReportProps) {
  const save = () => downloadText(name, 'application/json', JSON.stringify(content, null, 1));
  return (
    <p className="save">
      <button type="button" className="btn" onClick={save}>
        {label}
      </button>
    </p>
  );
}
