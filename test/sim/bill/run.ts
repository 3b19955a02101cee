// Must be imported first: it saves the real setImmediate, with which it waits for microtasks.
import '../scheduler.ts';
import { installPlatform } from '../platform.ts';
import { installQuickWeb3 } from '../quickWeb3.ts';
import type { HourOptions } from './hour.ts';

/** Plays the hours that the argument lists as JSON, and prints each as a line. */
const write = process.stdout.write.bind(process.stdout);
const asked: readonly HourOptions[] = JSON.parse(process.argv[2] ?? '[]');
installQuickWeb3();
installPlatform();
// Imported only now, so that the worker's modules find the simulated platform when they are loaded.
const { playHour } = await import('./playHour.ts');
for (const options of asked) write(`${JSON.stringify({ options, hour: await playHour(options) })}\n`);
