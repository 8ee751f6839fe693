import { type DragEvent, useState } from 'react';

/** Takes a file that is dropped on an area. Dragged text is left to the browser. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);

  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!inside) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      const file = event.dataTransfer.files[0];
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      onFile(file);
    },
  };

  return { isOver, handlers };
}
