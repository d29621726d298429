import type { ActionCardWidget, ComposedContent, FooterLinkGroup, Section } from '../../pages/index.js';

/**
 * The most parts of a page that visitors see, because each part takes time to render (decision 112). Logos count over
 * all widgets, and links over all groups.
 */
export const MAX_PARTS = {
  actions: 500,
  widgets: 500,
  logos: 1000,
  footerGroups: 100,
  footerLinks: 1000,
  scripts: 100,
};

/** The content without the parts that are beyond the limits. */
export function withinLimits<Composed extends ComposedContent>(composed: Composed): Composed {
  const { content } = composed;
  const sections = content.sections.map(shownSection);
  return { ...composed, content: { ...content, sections, scripts: shownScripts(content.scripts) } };
}

function shownSection(section: Section): Section {
  switch (section.type) {
    case 'actions':
      return { ...section, actions: shownActions(section.actions) };
    case 'proof':
      return { ...section, widgets: shownWidgets(section.widgets) };
    case 'footer':
      return { ...section, links: shownGroups(section.links) };
    default:
      return section;
  }
}

export function shownActions<Action>(actions: readonly Action[]): Action[] {
  return actions.slice(0, MAX_PARTS.actions);
}

export function shownWidgets(widgets: readonly ActionCardWidget[]): ActionCardWidget[] {
  let left = MAX_PARTS.logos;
  return widgets.slice(0, MAX_PARTS.widgets).map((widget) => {
    const logos = widget.logos.slice(0, left);
    left -= logos.length;
    return { ...widget, logos };
  });
}

export function shownGroups(groups: readonly FooterLinkGroup[]): FooterLinkGroup[] {
  let left = MAX_PARTS.footerLinks;
  return groups.slice(0, MAX_PARTS.footerGroups).map((group) => {
    const links = group.links.slice(0, left);
    left -= links.length;
    return { ...group, links };
  });
}

export function shownScripts<Script>(scripts: readonly Script[]): Script[] {
  return scripts.slice(0, MAX_PARTS.scripts);
}
