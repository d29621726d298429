interface Named {
  assetId: string;
}

export interface PagePicture extends Named {
  altText: string;
}

export function pictureOf({ assetId }: Named, altText = 'A summit'): PagePicture {
  return { assetId, altText };
}

/** With the point that stays in view. */
export function coverOf(asset: Named): PagePicture & { focus: { x: number; y: number } } {
  return { ...pictureOf(asset), focus: { x: 0, y: 1 } };
}
