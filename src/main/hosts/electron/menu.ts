import { Menu, type MenuItemConstructorOptions, app } from 'electron'

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

/** What macOS shows at the program's mark in the dock, beside the windows that are open. */
export function setDockMenu({ onNewWindow }: { onNewWindow: () => void }): void {
  app.dock?.setMenu(Menu.buildFromTemplate([{ label: 'New window', click: onNewWindow }]))
}
