/** The typefaces that the site serves: a grotesque, a humanist sans serif, a serif and a slab serif. */
export const TYPEFACES = ['inter', 'source-sans-3', 'source-serif-4', 'roboto-slab'] as const;

export type Typeface = (typeof TYPEFACES)[number];
