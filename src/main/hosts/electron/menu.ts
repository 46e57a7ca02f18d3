import { Menu, type MenuItemConstructorOptions } from 'electron'

/** What every program has: without it macOS knows neither copy and paste nor quit. */
export function setMenu({ hasDevTools }: { hasDevTools: boolean }): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  )
}
