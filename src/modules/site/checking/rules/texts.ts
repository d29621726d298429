import type { CheckedPage } from '../checked/checked-page.js';
import { finding, quoted, type Finding } from './finding.js';

/** Texts that are missing for people who do not see a picture, and texts that are not shown as they were written. */
export function textFindings(page: CheckedPage): Finding[] {
  return [
    ...costlyTexts(page),
    ...emptyWidgets(page),
    ...missingDescriptions(page),
    ...decorativePictures(page),
  ];
}

function costlyTexts({ texts }: CheckedPage): Finding[] {
  return texts.flatMap(({ pointer, value }) => {
    if (value) return [];
    const message = 'The text takes too long to render, so the site shows it without formatting.';
    return [
      finding(
        'markdown_too_costly',
        pointer,
        message,
        'Remove long rows of brackets or markers, or shorten it.',
      ),
    ];
  });
}

function emptyWidgets({ widgets }: CheckedPage): Finding[] {
  return widgets.flatMap(({ pointer, value: { type, url, logos } }) => {
    if (type === 'video' && !url)
      return [
        finding('empty_widget', `${pointer}/url`, 'The video has no URL.', 'State the url of the video.'),
      ];
    if (type !== 'logo_marquee' || logos.length > 0) return [];
    const message = 'The widget has no logos, so the site omits it.';
    return [finding('empty_widget', `${pointer}/logos`, message, 'Add logos, or remove the widget.')];
  });
}

/** Without covers and pictures of blocks: their empty text says that they are only decoration. */
function missingDescriptions({ widgets, texts, linkPicture, metadata }: CheckedPage): Finding[] {
  const ofLogos = widgets.flatMap(({ pointer, value: { logos } }) =>
    logos.flatMap(({ image }, index) =>
      image.altText.trim() ? [] : [missing(`${pointer}/logos/${index}/image/altText`, 'The logo')],
    ),
  );
  const inTexts = texts.flatMap(({ pointer, value: parts }) =>
    (parts?.images ?? []).flatMap(({ url, alt }) =>
      alt.trim() ? [] : [missing(pointer, `The picture ${quoted(url)}`)],
    ),
  );
  const alt = metadata('ogImageAlt');
  const isLinkPictureMute = linkPicture && !alt.value?.trim();
  return [...ofLogos, ...inTexts, ...(isLinkPictureMute ? [missing(alt.pointer, 'The link picture')] : [])];
}

/** A picture that is a block of its own is rarely only decoration. */
function decorativePictures({ pictureBlocks }: CheckedPage): Finding[] {
  const mute = pictureBlocks.filter(({ value }) => !value.altText.trim());
  return mute.map(({ pointer }) => {
    const message = 'The picture is a block of its own and is stated as only decoration.';
    const fix = 'Describe what the picture shows, if it shows something that visitors should know.';
    return finding('picture_as_decoration', `${pointer}/altText`, message, fix);
  });
}

function missing(pointer: string, what: string): Finding {
  const message = `${what} has no text for people who do not see it.`;
  return finding(
    'missing_alt_text',
    pointer,
    message,
    'Describe what the picture shows, unless it is only decoration.',
  );
}
