/** Of the bridge, as it reports it. The tests compare it with package.json. */
export const VERSION = '0.2.0';
