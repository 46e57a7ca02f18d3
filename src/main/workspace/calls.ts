import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import type { workspaceCalls } from '../../shared/workspace/calls.ts'
import type { DeskWindows } from './desk-windows.ts'

export interface WorkspaceParts {
  windows: DeskWindows
}

export const workspaceAnswers = ({ windows }: WorkspaceParts) =>
  ({
    changeWindow: (part, line) => windows.change(line, part),
    addWindow: (window) => windows.add(window),
    takeOutWindow: ({ id }) => windows.takeOut(id),
    toggleFullScreen: (_, line) => windows.toggleFullScreen(line),
    saveWorkspace: ({ name, replaces }) => windows.save(name, replaces),
    renameWorkspace: (names) => windows.named.rename(names),
    deleteWorkspace: ({ name }) => windows.named.delete(name),
    showWorkspace: ({ name }, line) => windows.show(line, name),
    showWindows: ({ windows: wanted }, line) => windows.rearrange(line, wanted),
    reopenWindows: () => windows.reopen(),
    closeWindow: (how, line) => windows.close(line, how),
    stayOpen: (_, line) => windows.stay(line),
    tellSight: ({ sight }, line) => windows.seeSight(line, sight),
    markSymbol: ({ symbol }, line) => windows.mark(line, symbol),
    tellTyped: (typed, line) => windows.seeTyped(line, typed),
    tellArmed: ({ left }, line) => windows.seeArmed(line, left),
    disarmAll: () => windows.disarmAll(),
    movePanel: (input) => windows.movePanel(input),
    endMove: ({ move, why }) => windows.endMove(move, why),
  }) satisfies HandlersOf<typeof workspaceCalls>
