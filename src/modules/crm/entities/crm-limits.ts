/** An account shows this many of its persons; the list of persons has them all. */
export const MAX_LINKED_PERSONS = 100;
