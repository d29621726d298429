import type { CodeMeaning, Reasons } from '../../../shared/kernel/errors.js';
import type { FindingCode } from './rules/finding.js';

/** The codes of findings that are those of problems or faults, too. */
type MeantElsewhere =
  'asset_not_found' | 'brand_not_found' | 'form_not_found' | 'topic_not_found' | 'wrong_url';

const meanings: Record<Exclude<FindingCode, MeantElsewhere>, CodeMeaning> = {
  too_many_parts: {
    meaning: 'The page has more parts than the site shows.',
    remedy: 'Remove those that visitors do not need.',
  },
  unknown_action_type: {
    meaning: 'The site does not know the type of the action.',
    remedy: 'Use one of the types that the finding names.',
  },
  unknown_widget_type: {
    meaning: 'The site does not know the type of the widget.',
    remedy: 'Use one of the types that the finding names.',
  },
  relative_url: {
    meaning: 'The URL has no scheme or no host, so it leads elsewhere on each page.',
    remedy: 'State an absolute URL.',
  },
  unsafe_url: {
    meaning: 'The site drops the URL because of its scheme.',
    remedy: 'Use one of the schemes that the finding names.',
  },
  link_leads_nowhere: {
    meaning: 'The site has no page at the URL of the link.',
    remedy: 'Correct the URL, or create a link with its path.',
  },
  link_to_hidden_page: {
    meaning: 'The page that the link leads to is archived or deleted.',
    remedy: 'Restore that page or audience, or state another URL.',
  },
  asset_in_trash: {
    meaning: 'The asset is in the trash.',
    remedy: 'Restore it, or name another asset.',
  },
  asset_hidden: {
    meaning: 'The asset is hidden, so visitors do not see it.',
    remedy: 'Change `hidden` of the asset, or name another one.',
  },
  asset_not_a_picture: {
    meaning: 'The asset is not a picture.',
    remedy: 'Name an asset of the type image, logo or icon.',
  },
  wrong_color: {
    meaning: 'The text is not a colour that the site knows.',
    remedy: 'State a hex colour, such as `#0f766e`.',
  },
  empty_widget: {
    meaning: 'The widget has nothing to show, so the site omits it.',
    remedy: 'Add what the finding names, or remove the widget.',
  },
  missing_title: {
    meaning: 'There is no title, so visitors see the name of the page.',
    remedy: 'State a title for visitors.',
  },
  missing_description: {
    meaning: 'There is no description, so visitors and search engines see the title alone.',
    remedy: 'Say in one or two sentences what the page offers.',
  },
  missing_alt_text: {
    meaning: 'The picture has no text for people who do not see it.',
    remedy: 'Describe what the picture shows, unless it is only decoration.',
  },
  markdown_too_costly: {
    meaning: 'The Markdown of the text needs too many steps, so the site shows the text as it is.',
    remedy: 'Remove long rows of brackets or markers, or shorten it.',
  },
  foreign_image: {
    meaning: 'The image is of another host, so the site shows a link to it.',
    remedy: 'Upload it as an asset, or set `showsForeignImages` of the brand.',
  },
  low_contrast: {
    meaning: 'The colour is hard to read on its background, so the site shows another one.',
    remedy: 'Choose a colour with more contrast.',
  },
  language_without_words: {
    meaning: 'The site has no words of its own in the language of the page.',
    remedy: 'Check that the tag names the language. Nothing, if the other language is fine.',
  },
  picture_as_decoration: {
    meaning: 'The picture has an empty text, so people who do not see it learn nothing of it.',
    remedy: 'Describe what it shows, unless it is only decoration.',
  },
};

/** What a finding means. The finding itself says which value is meant, and what fits it. */
export const findingMeanings: Reasons = meanings;
