export { FilterDialog } from './filter-dialog.tsx';
export { DeleteView, RenameView, SaveView } from './save-view.tsx';
