import type { VNode } from 'preact';
import type { Metadata } from '../../pages/index.js';
import { BrandIcons, type BrandProps } from './brand.js';
import { FontPreload } from './fonts.js';
import { Style } from './inline.js';
import { safeWebUrl } from './texts/safe-url.js';
import type { ShownPicture } from './texts/shown-picture.js';
import { withoutTurns } from './text-direction.js';

export interface HeadProps {
  title: string;
  metadata: Metadata;
  brand?: BrandProps;
  /** The text of the page, which decides the fonts that it needs. */
  text?: string;
  /** The URL of the page. */
  url: string | undefined;
  /** The picture beside links to the page, with an absolute URL. */
  linkPicture?: ShownPicture;
  themeColor: string;
  css: string;
  /** Overrides the robots directives of the metadata. */
  robots?: string;
}

export function Head(props: HeadProps): VNode {
  const { title, metadata, brand, text = title, url, linkPicture, themeColor, css, robots } = props;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{withoutTurns(title)}</title>
      <Meta name="description" content={metadata.description} />
      <Meta name="author" content={metadata.author} />
      <Meta name="keywords" content={metadata.keywords?.join(', ')} />
      <Meta name="robots" content={robots ?? metadata.robots?.join(', ')} />
      <Meta name="theme-color" content={themeColor} />
      {brand?.typeface && <FontPreload typeface={brand.typeface} text={text} />}
      {brand?.icon ? <BrandIcons icon={brand.icon} /> : <NoIcon />}
      <Canonical url={safeWebUrl(metadata.canonicalUrl) ?? url} />
      <Meta property="og:type" content="website" />
      <Meta property="og:title" content={metadata.ogTitle || title} />
      <Meta property="og:description" content={metadata.ogDescription || metadata.description} />
      <Meta property="og:url" content={safeWebUrl(metadata.ogUrl) ?? url} />
      <Meta property="og:site_name" content={metadata.ogSiteName || brand?.name} />
      {linkPicture && <LinkPicture {...linkPicture} metadata={metadata} />}
      <Meta name="twitter:card" content={linkPicture ? 'summary_large_image' : 'summary'} />
      <Meta name="twitter:title" content={metadata.twitterTitle} />
      <Meta name="twitter:description" content={metadata.twitterDescription} />
      <Meta name="twitter:site" content={metadata.twitterSite} />
      <Meta name="twitter:creator" content={metadata.twitterCreator} />
      <Style css={css} />
    </head>
  );
}

function LinkPicture({ metadata, ...picture }: ShownPicture & Pick<HeadProps, 'metadata'>): VNode {
  const { url, width, height, mediaType, text } = picture;
  const { ogImageAlt, twitterImageAlt = ogImageAlt } = metadata;
  return (
    <>
      <Meta property="og:image" content={url} />
      <Meta property="og:image:type" content={mediaType} />
      <Meta property="og:image:width" content={width?.toString()} />
      <Meta property="og:image:height" content={height?.toString()} />
      <Meta property="og:image:alt" content={text ?? ogImageAlt} />
      <Meta name="twitter:image" content={url} />
      <Meta name="twitter:image:alt" content={text ?? twitterImageAlt} />
    </>
  );
}

/** Without it, every browser requests `/favicon.ico` and shows an error in its console. */
function NoIcon(): VNode {
  return <link rel="icon" href="data:," />;
}

/** Renders nothing without content. */
function Meta(given: { name?: string; property?: string; content: string | undefined }): VNode | null {
  return given.content ? <meta {...given} content={withoutTurns(given.content)} /> : null;
}

function Canonical({ url }: { url: string | undefined }): VNode | null {
  return url ? <link rel="canonical" href={url} /> : null;
}
