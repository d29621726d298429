/** For operations that need no more than their path. The body may be left out. */
export class Empty {}
