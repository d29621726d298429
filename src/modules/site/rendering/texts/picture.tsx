import type { VNode } from 'preact';
import type { ShownPicture } from './shown-picture.js';

export interface PictureProps {
  picture: ShownPicture;
  altText: string;
  /** How wide it is shown, as in the attribute `sizes`. */
  sizes: string;
}

/** A picture with the attributes that reserve its place. One without a size has the class `unsized`. */
export function Picture({ picture, altText, sizes }: PictureProps): VNode {
  const { url, width, height, srcset, webpSrcset } = picture;
  const image = (
    <img
      class={shapeOf(picture)}
      src={url}
      {...(srcset ? { srcset, sizes } : {})}
      alt={altText}
      {...{ width, height }}
      loading="lazy"
      decoding="async"
    />
  );
  if (!webpSrcset) return image;
  return (
    <picture>
      <source type="image/webp" srcset={webpSrcset} sizes={sizes} />
      {image}
    </picture>
  );
}

/** The policy of a page forbids style attributes, so the style sheet knows a picture by its shape. */
function shapeOf({ width, height }: ShownPicture): string | undefined {
  if (!width || !height) return 'unsized';
  return height > width ? 'tall' : undefined;
}
