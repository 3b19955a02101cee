/** The local world, which no deployment needs: loaded when it is asked for. */
export const loadLocal = () => import('../test/world/setUpHere.ts');
