/** Settings whose value nobody may see: keys, tokens, and addresses that contain one. */
const SECRET =
  /(?:_SECRET(?:_KEYS?)?|_PRIVATE_KEY|_TOKEN|_API_KEY)$|^ADMIN_KEYS$|^RPC_URLS$|^CHANNEL_|^ALERT_(?!.*_LEAST$|UNPAID_ROUNDS$)|^HEARTBEAT_URL$/;

/** Whether a setting is stored encrypted. All others are plain variables of the worker. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
