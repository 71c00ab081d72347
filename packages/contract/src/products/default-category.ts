/** Of products that staff gave none. */
export const DEFAULT_CATEGORY = 'General';
