import { parseEnv } from 'node:util';

/** Reads lines such as `NAME=value`, as in `.dev.vars`; empty values are left out. */
export function readSettingsText(text: string): Record<string, string> {
  const read = Object.entries(parseEnv(text)).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== ''));
}

/**
 * The text from which `readSettingsText` reads these settings: each value is in the first kind of quotes from which it
 * is read as it is. Throws an Error for a value that no kind of quotes keeps, or that has a line break.
 */
export function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      const lines = ["'", '`', '"'].map((quote) => `${name}=${quote}${value}${quote}\n`);
      const line = lines.find((one) => (readSettingsText(one)[name] ?? '') === value);
      if (line === undefined || /[\r\n]/.test(value)) throw new Error(`${name} cannot be written into a settings file`);
      return line;
    })
    .join('');
}

/** Settings whose value nobody may see: keys, tokens, and addresses that contain a key or a token. */
const SECRET =
  /(?:_SECRET(?:_KEYS?)?|_PRIVATE_KEY|_TOKEN|_API_KEY)$|^ADMIN_KEYS$|^RPC_URLS$|^CHANNEL_|^ALERT_(?!.*_LEAST$|UNPAID_ROUNDS$)|^HEARTBEAT_URL$/;

/** Whether a setting is stored encrypted. All others are plain variables of the worker. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
