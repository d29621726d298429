import type { Guide } from '../../shared/http/docs/pages/guide-steps.js';
import { connect } from './connect.js';

export const firstPage: Guide = {
  name: 'first-page',
  title: 'From nothing to a page for a person',
  shortTitle: 'First page',
  about:
    'In the end, a page at a URL of its own greets a person by name, and offers what you chose for this person.',
  steps: [
    connect,
    {
      title: 'Create a person',
      texts: ['A person is somebody whom pages are made for. The id in the answer begins with `person_`.'],
      sh: `PERSON=$(foyer $API/v0/persons -d '{ "name": "Ada Lovelace" }' | pick person)`,
      ts: `const person = await foyer.persons.create({ name: 'Ada Lovelace' });`,
    },
    {
      title: 'Create a page',
      texts: [
        'Visitors read the `body`, which is Markdown, and click the `actions`. `pageContext` is a note for the composer of the content: visitors do not see it. An empty list of `topicIds` leaves out the sample topics. The page is a draft until somebody can open it.',
      ],
      sh: `
PAGE=$(foyer $API/v0/pages -d '{
  "name": "Spring launch", "brandId": "acme", "pageType": "inbound",
  "pageContext": "For people who want a demo; be brief.",
  "body": "Foyer greets each visitor by what they care about.",
  "actions": [{ "actionId": "demo", "purpose": "Book a demo", "buttonTitle": "See it live",
    "actionType": "open_url", "url": "https://example.com/demo" }],
  "actionCardWidgets": [], "scripts": [], "topicIds": []
}' | pick page)`,
      ts: `
const page = await foyer.pages.create({
  name: 'Spring launch',
  brandId: 'acme',
  pageType: 'inbound',
  pageContext: 'For people who want a demo; be brief.',
  body: 'Foyer greets each visitor by what they care about.',
  actions: [
    {
      actionId: 'demo',
      purpose: 'Book a demo',
      buttonTitle: 'See it live',
      actionType: 'open_url',
      url: 'https://example.com/demo',
    },
  ],
  actionCardWidgets: [],
  scripts: [],
  topicIds: [],
});`,
    },
    {
      title: 'Create an audience',
      texts: ['An audience is whom the page is personalised for. Its first version is published at once.'],
      sh: `AUDIENCE=$(foyer $API/v0/pages/$PAGE/audiences -d '{ "personId": "'$PERSON'" }' | pick audience)`,
      ts: `const audience = await foyer.pages.audiences.create(page.pageId, { personId: person.personId });`,
    },
    {
      title: 'Change what this person sees',
      texts: [
        'Overrides of an audience replace parts of the page. Visitors see them in the next version, which a worker composes within about a second.',
      ],
      sh: `
foyer -X PATCH $API/v0/pages/$PAGE/audiences/$AUDIENCE -d '{ "actionUrlOverride": "https://example.com/ada" }'
VERSIONS=$API/v0/pages/$PAGE/audiences/$AUDIENCE/versions
VERSION=$(foyer $VERSIONS -d '{}' | pick version)
until foyer $VERSIONS/$VERSION | grep '"status":"published"'; do sleep 0.2; done`,
      ts: `
const { audiences } = foyer.pages;
await audiences.update(page.pageId, audience.audienceId, {
  actionUrlOverride: 'https://example.com/ada',
});
const version = await audiences.versions.create(page.pageId, audience.audienceId, {});
await audiences.versions.waitUntilPublished(page.pageId, audience.audienceId, version.versionId);`,
    },
    {
      title: 'Give the page a URL',
      texts: [
        'A link leads from a path to the audience. The `url` in the answer is the page: open it in a browser. An answer with [path_taken](/docs/errors#path_taken) means that the path has a link already.',
      ],
      sh: `
foyer $API/v0/page_links -d '{
  "path": "/for/'$PERSON'",
  "target": { "targetType": "audience", "audienceId": "'$AUDIENCE'" }
}' | grep -o '"url":"[^"]*"'`,
      ts: `
const link = await foyer.pageLinks.create({
  path: \`/for/\${person.personId}\`,
  target: { targetType: 'audience', audienceId: audience.audienceId },
});
console.log(link.url);`,
    },
  ],
};
