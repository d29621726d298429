/** The maximum number of persons in the view of an account. The list of persons contains all of them. */
export const MAX_LINKED_PERSONS = 100;
