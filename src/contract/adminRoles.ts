/**
 * What an admin key may do. `read`: look. `operate`: pause, resume, exits, recovery. `distribute`: save and activate
 * the tax distribution, and confirm an activation. Every key may also look, and stop an activation that waits.
 */
export const ADMIN_ROLES = ['read', 'operate', 'distribute'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
