import { METRICS, type MetricName } from '../../../src/contract/metrics.ts';

/** One measured value. Lamports are bigints: a double would round them. */
export interface Sample {
  readonly name: MetricName;
  readonly value: number | bigint;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Prometheus' text format: each metric once with its help and type, and its samples below it. */
export function metricsText(samples: readonly Sample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name);
  return [...byName].map(([name, own]) => metricText(name, own)).join('');
}

function metricText(name: MetricName, samples: readonly Sample[]): string {
  const { help, type } = METRICS[name];
  const lines = samples.map(({ value, labels = {} }) => `${name}${labelsText(labels)} ${value}`);
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
