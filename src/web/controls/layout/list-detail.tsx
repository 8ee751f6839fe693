import type { ReactNode } from 'react';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { Splitter } from './splitter.tsx';
import { useRoom } from './use-room.ts';

interface ListDetailProps {
  /** The label of the handle between the two. */
  resize: string;
  /** The key under which the list's width is stored. */
  keptAs: string;
  widths: { initial: number; min: number; max: number };
  /** The one to show where only one fits. */
  shown: 'list' | 'detail';
  /** Whether both fit; by default, where two panes do. */
  isBeside?: boolean;
  list: ReactNode;
  children: ReactNode;
}

/** A list and what is selected in it: both, or one of them, depending on the screen width. */
export function ListDetail({ resize, keptAs, widths, shown, isBeside, list, children }: ListDetailProps) {
  const room = useRoom();
  const [width, setWidth] = useKeptSize({ key: keptAs, ...widths });
  const isBoth = isBeside ?? room > 1;
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1">
      {/* Hidden rather than absent, so that both keep what was typed and how far they were scrolled. */}
      <div
        hidden={!isBoth && shown === 'detail'}
        style={isBoth ? { width } : {}}
        className={`flex min-w-0 flex-col ${isBoth ? 'flex-none' : 'flex-1'}`}
      >
        {list}
      </div>
      {isBoth ? (
        <Splitter label={resize} orientation="vertical" size={width} {...widths} onResize={setWidth} />
      ) : null}
      <div hidden={!isBoth && shown === 'list'} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        {children}
      </div>
    </div>
  );
}
