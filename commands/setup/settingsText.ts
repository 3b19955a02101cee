import { parseEnv } from 'node:util';

/** Reads lines such as `NAME=value`, as in `.dev.vars`; empty values are left out. */
export function readSettingsText(text: string): Record<string, string> {
  const read = Object.entries(parseEnv(text)).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== ''));
}

/**
 * The text from which `readSettingsText` reads these settings. Throws an Error for a value with a line break, or with
 * all three kinds of quotes.
 */
export function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      const quote = ["'", '`', '"'].find((each) => !value.includes(each));
      if (quote === undefined || /[\r\n]/.test(value))
        throw new Error(`${name} cannot be written into a settings file`);
      return `${name}=${quote}${value}${quote}\n`;
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
