/**
 * Who frames a task pane where Office runs in a browser; on the desktop nobody does. Microsoft publishes no list
 * (OfficeDev/office-js issue 1005): these are the hosts that its staff and add-in makers name (office-js issue 3342,
 * office-js-docs-pr issue 4911).
 */
export const officeHosts = [
  'https://*.officeapps.live.com',
  'https://*.cloud.microsoft',
  'https://*.office.com',
  'https://*.sharepoint.com',
  'https://onedrive.live.com',
] as const
