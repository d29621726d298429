/** Records of one list are counted up to this number; past it, `totalCount` is null. */
export const MAX_COUNT = 10_000;

/** What the docs say of `totalCount`. */
export const ABOUT_TOTAL_COUNT = `\`totalCount\` is null where there are more than ${MAX_COUNT.toLocaleString('en')}.`;

/** An account shows this many of its persons; the list of persons has them all. */
export const MAX_LINKED_PERSONS = 100;
