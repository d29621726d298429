import { checked, places } from '../../../../../test/site/checking/checked.js';
import { MAX_PARTS } from '../../rendering/part-limits.js';
import { limitFindings } from './limits.js';

const found = (page: object) => places(limitFindings(checked(page)));
const many = <Part>(count: number, part: Part) => Array.from({ length: count }, () => part);
const widget = (logos: number) => ({ type: 'logo_marquee', title: '', logos: many(logos, { image: {} }) });
const group = (links: number) => ({ id: '', title: '', links: many(links, { id: '', text: '', url: '/a' }) });
const script = (enabled: boolean) => ({ content: '', enabled, name: '', description: '' });

it('the first part beyond a limit is told, and none below it', () => {
  const { actions, widgets, footerGroups, scripts } = MAX_PARTS;
  const page = (more: number) => ({
    actions: many(actions + more, {}),
    actionCardWidgets: many(widgets + more, widget(0)),
    footerLinks: many(footerGroups + more, group(0)),
    scripts: [script(false), ...many(scripts + more, script(true))],
  });
  expect(found(page(0))).toEqual([]);
  expect(found(page(1))).toEqual([
    `too_many_parts /actions/${actions}`,
    `too_many_parts /actionCardWidgets/${widgets}`,
    `too_many_parts /footerLinks/${footerGroups}`,
    `too_many_parts /scripts/${scripts + 1}`,
  ]);
});

it('logos and footer links count over all lists', () => {
  const { logos, footerLinks } = MAX_PARTS;
  const actionCardWidgets = [widget(1), widget(logos - 2), widget(1)];
  const groups = [group(1), group(footerLinks - 2), group(1)];
  expect(found({ actionCardWidgets, footerLinks: groups })).toEqual([]);
  expect(
    found({ actionCardWidgets: [...actionCardWidgets, widget(2)], footerLinks: [...groups, group(2)] }),
  ).toEqual(['too_many_parts /actionCardWidgets/3/logos/0', 'too_many_parts /footerLinks/3/links/0']);
});
