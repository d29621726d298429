/** The tenant that the first start creates. */
export const DEFAULT_TENANT = 'default';
