/** The words of the site. English has all of them; a language without one of them does not compile. */
export const en = {
  back: 'Back to the page',
  /** Whom the page is for, with the company and without. */
  greeting: { name: 'For {name}', company: 'For {name} at {company}' },
  /** The accessible names of a video without a title, and of footer links without one. */
  video: 'Video',
  links: 'Links',
  /** The state of a button that copies a text. */
  copied: 'Copied',
  slides: {
    previous: 'Previous slide',
    next: 'Next slide',
    position: 'Slide {number} of {count}',
  },
  form: {
    email: 'Email',
    optional: '(optional)',
    thanks: 'Thank you. We have received what you sent.',
  },
  /** What is wrong with the answer to a field. */
  faults: {
    too_quick: 'That was very quick. Please send it again.',
    email_missing: 'Please enter your email address.',
    phone_missing: 'Please enter your phone number.',
    linkedin_missing: 'Please enter the address of your LinkedIn profile.',
    text_missing: 'Please fill this in.',
    choice_missing: 'Please choose one.',
    consent_missing: 'Please tick this box.',
    wrong_email: 'Please enter an email address, such as {example}.',
    wrong_phone: 'Please enter the number with its country code, such as {example}.',
    wrong_linkedin: 'Please enter the address of a profile, such as {example}.',
    wrong_choice: 'Please choose one of the options.',
    too_short: {
      one: 'Please write at least {count} character.',
      other: 'Please write at least {count} characters.',
    },
    too_long: {
      one: 'Please write at most {count} character; there are {length}.',
      other: 'Please write at most {count} characters; there are {length}.',
    },
  },
  question: {
    label: 'Ask a question',
    ask: 'Ask',
    missing: 'Please type a question.',
    tooLong: {
      one: 'A question can have at most {count} character. Please shorten it.',
      other: 'A question can have at most {count} characters. Please shorten it.',
    },
    noAnswer: 'There is no answer to this question yet. Your question was saved.',
    tooManyOfVisit: 'You have asked many questions. Please come back {when}.',
    tooMany: 'Too many questions were asked. Please try again {when}.',
  },
  /** What visitors see instead of a page. */
  notices: {
    notFound: { title: 'Page not found', text: 'There is no page at this address.' },
    unknownHost: { title: 'Page not found', text: 'No site is served at this host.' },
    gone: { title: 'This page is gone', text: 'The page at this address was removed.' },
    notReady: { title: 'This page is being prepared', text: 'Please try again {when}.' },
    wrongMethod: { title: 'This is not possible here', text: 'Pages can only be opened.' },
    tooManyVisits: {
      title: 'Please wait a moment',
      text: 'Too many requests came from your address. Please try again {when}.',
    },
    tooManyForms: {
      title: 'Please wait a moment',
      text: 'Too many forms were sent just now. Please try again {when}.',
    },
    tooManyPreviews: {
      title: 'Please wait a moment',
      text: 'Too many previews were opened just now. Please try again {when}.',
    },
    busy: { title: 'Please try again', text: 'The site is overloaded or under maintenance.' },
    failed: { title: 'Something went wrong', text: 'Something went wrong on our side.' },
    invalidUrl: { title: 'This link is not valid', text: 'Please check that you have copied all of it.' },
    expiredUrl: {
      title: 'This link has expired',
      text: 'Please open the page again, or ask for a new link.',
    },
    tooLarge: { title: 'This is too long', text: 'Please shorten what you have written.' },
    malformed: { title: 'This is not possible', text: 'The address or the request is malformed.' },
    /** Any other refusal. */
    refused: { title: 'This is not possible', text: 'The site did not accept the request.' },
  },
} as const;
