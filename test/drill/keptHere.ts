import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettingsText, settingsText } from '../../commands/setup/settingsText.ts';
import { REPOSITORY } from '../world/worldFolders.ts';

type Settings = Readonly<Record<string, string>>;

/** A folder as setup makes it, and the commands that work on it. Whoever makes it has to remove it. */
export interface KeptHere {
  readonly file: string;
  settings(): Record<string, string>;
  /** The text of a file that a command has made there. */
  read(path: string): string;
  /** Writes a key into a file of its own beside the settings, and returns its path. */
  keep(name: string, secretKey: Uint8Array): string;
  /** Changes settings in the file, as a person does with an editor. */
  change(given: Settings): void;
  /**
   * Runs `npm run NAME -- ARGS` as a process of its own and returns its output. Throws when the exit code is not
   * `code`.
   */
  run(name: keyof typeof FILES, args: readonly string[], code?: number): Promise<string>;
  clear(): void;
}

const FILES = {
  doctor: 'commands/setup/doctor.ts',
  rotate: 'commands/setup/account/rotate.ts',
  move: 'commands/pay/move.ts',
} as const;

export function keptHere(settings: Settings): KeptHere {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const kept = join(folder, 'staging');
  mkdirSync(kept);
  const file = join(kept, 'settings.env');
  const read = () => readSettingsText(readFileSync(file, 'utf8'));
  writeFileSync(file, settingsText(settings));
  return {
    file,
    settings: read,
    read: (path) => readFileSync(path, 'utf8'),
    keep(name, secretKey) {
      writeFileSync(join(kept, name), JSON.stringify([...secretKey]), { mode: 0o600 });
      return join(kept, name);
    },
    change: (given) => writeFileSync(file, settingsText({ ...read(), ...given })),
    run: (name, args, code = 0) =>
      new Promise((resolve, reject) => {
        const env = { ...process.env, SETUP_FOLDER: folder };
        const child = execFile(
          process.execPath,
          ['--no-warnings', FILES[name], ...args],
          { cwd: REPOSITORY, env },
          (_, out, err) => {
            if (child.exitCode === code) resolve(out + err);
            else reject(new Error(`npm run ${name} ended with ${child.exitCode}: ${out}${err}`));
          },
        );
      }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
