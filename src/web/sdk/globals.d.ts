/** The paths of the parts that are loaded when they are needed, below /packs. The build knows them. */
declare const TALK: string;
declare const MORE: string;
