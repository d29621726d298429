/** Past this number, the records of a list are not counted. */
export const COUNTED = 10_000;

/** What the docs of such a list say of it. */
export const UNCOUNTED = `\`totalCount\` is null where there are more than ${COUNTED.toLocaleString('en')}.`;

/** As many persons as an account shows; the list of persons has them all. */
export const MAX_LINKED_PERSONS = 100;

/** A person is answered with each of many accounts, so nothing of it may be of any length. */
export const MAX_PROFILE_URL_LENGTH = 2048;
