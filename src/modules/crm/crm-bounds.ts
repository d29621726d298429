/** Past this number, the records of a list are not counted. */
export const COUNTED = 10_000;

/** As many persons as an account shows; the list of persons has them all. */
export const MOST_LINKED = 100;
