/** How long the old secret signs in addition to the new one. */
export const OLD_SECRET_HOURS = 24;
