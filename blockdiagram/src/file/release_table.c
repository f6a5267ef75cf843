/* keys of the sections of a model file and their usual values, by release and in all of them; a
 * value in quotes is a text. Made by tools/make_release_table.py */
#include "file/release.h"

/* clang-format off */
#define SHARED_1 "StateDataTypeStr \"Inherit: Same as accumulator\"\n" \
        "OutDataTypeStr \"Inherit: Same as accumulator\"\n" "LockScale off\n" "RndMeth \"Floor\"\n" \
        "SaturateOnIntegerOverflow off\n"
#define SHARED_2 "SampleTime \"-1\"\n" "CoefMin \"[]\"\n" "CoefMax \"[]\"\n" "OutMin \"[]\"\n" \
        "OutMax \"[]\"\n" "TapSumDataTypeStr \"Inherit: Same as input\"\n" \
        "CoefDataTypeStr \"Inherit: Same word length as input\"\n" \
        "ProductDataTypeStr \"Inherit: Inherit via internal rule\"\n"
#define SHARED_3 "OutMin \"[]\"\n" "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: auto\"\n" \
        "LockScale off\n" "BusOutputAsStruct off\n" "PortDimensions \"-1\"\n" \
        "VarSizeSig \"Inherit\"\n" "SampleTime \"-1\"\n" "SignalType \"auto\"\n" \
        "SamplingMode \"auto\"\n" "LatchByDelayingOutsideSignal off\n" \
        "LatchInputForFeedbackSignals off\n" "Interpolate on\n"
#define SHARED_4 "SampleTime \"-1\"\n" "TableMin \"[]\"\n" "TableMax \"[]\"\n" \
        "TableDataTypeStr \"Inherit: Inherit from 'Table data'\"\n" "LockScale off\n"
#define SHARED_5 "LUTDesignTableMode \"Redesign Table\"\n" "LUTDesignDataSource \"Block Dialog\"\n" \
        "LUTDesignFunctionName \"sqrt(x)\"\n" "LUTDesignUseExistingBP on\n" \
        "LUTDesignRelError \"0.01\"\n" "LUTDesignAbsError \"1e-6\"\n"
#define SHARED_6 "InputSameDT on\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n" \
        "OutDataTypeStr \"Inherit: Same as first input\"\n" "LockScale off\n" "RndMeth \"Floor\"\n" \
        "SaturateOnIntegerOverflow off\n" \
        "FractionDataTypeStr \"Inherit: Inherit via internal rule\"\n"
#define SHARED_7 "NumberOfTableDimensions \"2\"\n" "BreakpointsForDimension1 \"[10,22,31]\"\n" \
        "BreakpointsForDimension2 \"[10,22,31]\"\n" "BreakpointsForDimension3 \"[1:3]\"\n" \
        "BreakpointsForDimension4 \"[1:3]\"\n" "BreakpointsForDimension5 \"[1:3]\"\n" \
        "BreakpointsForDimension6 \"[1:3]\"\n" "BreakpointsForDimension7 \"[1:3]\"\n" \
        "BreakpointsForDimension8 \"[1:3]\"\n" "BreakpointsForDimension9 \"[1:3]\"\n" \
        "BreakpointsForDimension10 \"[1:3]\"\n" "BreakpointsForDimension11 \"[1:3]\"\n" \
        "BreakpointsForDimension12 \"[1:3]\"\n" "BreakpointsForDimension13 \"[1:3]\"\n" \
        "BreakpointsForDimension14 \"[1:3]\"\n" "BreakpointsForDimension15 \"[1:3]\"\n" \
        "BreakpointsForDimension16 \"[1:3]\"\n" "BreakpointsForDimension17 \"[1:3]\"\n" \
        "BreakpointsForDimension18 \"[1:3]\"\n" "BreakpointsForDimension19 \"[1:3]\"\n" \
        "BreakpointsForDimension20 \"[1:3]\"\n" "BreakpointsForDimension21 \"[1:3]\"\n" \
        "BreakpointsForDimension22 \"[1:3]\"\n" "BreakpointsForDimension23 \"[1:3]\"\n" \
        "BreakpointsForDimension24 \"[1:3]\"\n" "BreakpointsForDimension25 \"[1:3]\"\n" \
        "BreakpointsForDimension26 \"[1:3]\"\n" "BreakpointsForDimension27 \"[1:3]\"\n" \
        "BreakpointsForDimension28 \"[1:3]\"\n" "BreakpointsForDimension29 \"[1:3]\"\n" \
        "BreakpointsForDimension30 \"[1:3]\"\n" "BreakpointsForDimension1Min \"[]\"\n" \
        "BreakpointsForDimension2Min \"[]\"\n" "BreakpointsForDimension3Min \"[]\"\n" \
        "BreakpointsForDimension4Min \"[]\"\n" "BreakpointsForDimension5Min \"[]\"\n" \
        "BreakpointsForDimension6Min \"[]\"\n" "BreakpointsForDimension7Min \"[]\"\n" \
        "BreakpointsForDimension8Min \"[]\"\n" "BreakpointsForDimension9Min \"[]\"\n" \
        "BreakpointsForDimension10Min \"[]\"\n" "BreakpointsForDimension11Min \"[]\"\n" \
        "BreakpointsForDimension12Min \"[]\"\n" "BreakpointsForDimension13Min \"[]\"\n" \
        "BreakpointsForDimension14Min \"[]\"\n" "BreakpointsForDimension15Min \"[]\"\n" \
        "BreakpointsForDimension16Min \"[]\"\n" "BreakpointsForDimension17Min \"[]\"\n" \
        "BreakpointsForDimension18Min \"[]\"\n" "BreakpointsForDimension19Min \"[]\"\n" \
        "BreakpointsForDimension20Min \"[]\"\n" "BreakpointsForDimension21Min \"[]\"\n" \
        "BreakpointsForDimension22Min \"[]\"\n" "BreakpointsForDimension23Min \"[]\"\n" \
        "BreakpointsForDimension24Min \"[]\"\n" "BreakpointsForDimension25Min \"[]\"\n" \
        "BreakpointsForDimension26Min \"[]\"\n" "BreakpointsForDimension27Min \"[]\"\n" \
        "BreakpointsForDimension28Min \"[]\"\n" "BreakpointsForDimension29Min \"[]\"\n" \
        "BreakpointsForDimension30Min \"[]\"\n" "BreakpointsForDimension1Max \"[]\"\n" \
        "BreakpointsForDimension2Max \"[]\"\n" "BreakpointsForDimension3Max \"[]\"\n" \
        "BreakpointsForDimension4Max \"[]\"\n" "BreakpointsForDimension5Max \"[]\"\n" \
        "BreakpointsForDimension6Max \"[]\"\n" "BreakpointsForDimension7Max \"[]\"\n" \
        "BreakpointsForDimension8Max \"[]\"\n" "BreakpointsForDimension9Max \"[]\"\n" \
        "BreakpointsForDimension10Max \"[]\"\n" "BreakpointsForDimension11Max \"[]\"\n" \
        "BreakpointsForDimension12Max \"[]\"\n" "BreakpointsForDimension13Max \"[]\"\n" \
        "BreakpointsForDimension14Max \"[]\"\n" "BreakpointsForDimension15Max \"[]\"\n" \
        "BreakpointsForDimension16Max \"[]\"\n" "BreakpointsForDimension17Max \"[]\"\n" \
        "BreakpointsForDimension18Max \"[]\"\n" "BreakpointsForDimension19Max \"[]\"\n" \
        "BreakpointsForDimension20Max \"[]\"\n" "BreakpointsForDimension21Max \"[]\"\n" \
        "BreakpointsForDimension22Max \"[]\"\n" "BreakpointsForDimension23Max \"[]\"\n" \
        "BreakpointsForDimension24Max \"[]\"\n" "BreakpointsForDimension25Max \"[]\"\n" \
        "BreakpointsForDimension26Max \"[]\"\n" "BreakpointsForDimension27Max \"[]\"\n" \
        "BreakpointsForDimension28Max \"[]\"\n" "BreakpointsForDimension29Max \"[]\"\n" \
        "BreakpointsForDimension30Max \"[]\"\n" \
        "BreakpointsForDimension1DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension2DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension3DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension4DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension5DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension6DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension7DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension8DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension9DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension10DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension11DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension12DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension13DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension14DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension15DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension16DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension17DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension18DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension19DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension20DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension21DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension22DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension23DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension24DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension25DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension26DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension27DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension28DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension29DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "BreakpointsForDimension30DataTypeStr \"Inherit: Same as corresponding input\"\n" \
        "IndexSearchMethod \"Binary search\"\n" "BeginIndexSearchUsingPreviousIndexResult off\n" \
        "UseOneInputPortForAllInputData off\n" "Table \"[4 5 6;16 19 20;10 18 23]\"\n" \
        "TableMin \"[]\"\n" "TableMax \"[]\"\n" "TableDataTypeStr \"Inherit: Same as output\"\n" \
        "IntermediateResultsDataTypeStr \"Inherit: Same as output\"\n" "InterpMethod \"Linear\"\n" \
        "ExtrapMethod \"Linear\"\n"
#define SHARED_8 "OnSwitchValue \"eps\"\n" "OffSwitchValue \"eps\"\n" "OnOutputValue \"1\"\n" \
        "OffOutputValue \"0\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n" \
        "OutDataTypeStr \"Inherit: All ports same datatype\"\n" "LockScale off\n"
#define SHARED_9 "LimitDataPoints on\n" "MaxDataPoints \"5000\"\n" "Decimation \"1\"\n" \
        "SampleInput off\n" "SampleTime \"-1\"\n"
#define SHARED_10 "ModelBased off\n" "TickLabels \"OneTimeTick\"\n" "ZoomMode \"on\"\n" \
        "Grid \"on\"\n" "TimeRange \"auto\"\n" "YMin \"-5\"\n" "YMax \"5\"\n" \
        "SaveToWorkspace off\n" "SaveName \"ScopeData\"\n"
#define SHARED_11 "RTWMemSecFuncInitTerm \"Inherit from model\"\n" \
        "RTWMemSecFuncExecute \"Inherit from model\"\n" \
        "RTWMemSecDataConstants \"Inherit from model\"\n" \
        "RTWMemSecDataInternal \"Inherit from model\"\n" \
        "RTWMemSecDataParameters \"Inherit from model\"\n" "SimViewingDevice off\n" \
        "DataTypeOverride \"UseLocalSettings\"\n" "DataTypeOverrideAppliesTo \"AllNumericTypes\"\n" \
        "MinMaxOverflowLogging \"UseLocalSettings\"\n"
#define SHARED_12 "ShowPortLabels \"FromPortIcon\"\n" "Permissions \"ReadWrite\"\n" \
        "PermitHierarchicalResolution \"All\"\n" "TreatAsAtomicUnit off\n" \
        "CheckFcnCallInpInsideContextMsg off\n" "SystemSampleTime \"-1\"\n" \
        "RTWFcnNameOpts \"Auto\"\n" "RTWFileNameOpts \"Auto\"\n"
#define SHARED_13 "covSaveCumulativeToWorkspaceVar on\n" "CovSaveSingleToWorkspaceVar on\n" \
        "CovCumulativeReport off\n" "CovReportOnPause on\n" "CovModelRefEnable \"Off\"\n" \
        "CovExternalEMLEnable off\n" "ExtModeBatchMode off\n" "ExtModeEnableFloating on\n" \
        "ExtModeTrigType \"manual\"\n" "ExtModeTrigMode \"normal\"\n" "ExtModeTrigPort \"1\"\n" \
        "ExtModeTrigElement \"any\"\n" "ExtModeTrigDuration 1000\n" \
        "ExtModeTrigDurationFloating \"auto\"\n" "ExtModeTrigHoldOff 0\n" "ExtModeTrigDelay 0\n" \
        "ExtModeTrigDirection \"rising\"\n" "ExtModeTrigLevel 0\n" "ExtModeArchiveMode \"off\"\n" \
        "ExtModeAutoIncOneShot off\n" "ExtModeIncDirWhenArm off\n" "ExtModeAddSuffixToVar off\n" \
        "ExtModeWriteAllDataToWs off\n" "ExtModeArmWhenConnect on\n" \
        "ExtModeSkipDownloadWhenConnect off\n" "ExtModeLogAll on\n" \
        "ExtModeAutoUpdateStatusClock on\n" "ShowModelReferenceBlockVersion off\n" \
        "ShowModelReferenceBlockIO off\n"
#define SHARED_14 "LinearizationMsg \"none\"\n" "Profile off\n" \
        "ParamWorkspaceSource \"MATLABWorkspace\"\n" "RecordCoverage off\n" \
        "CovSaveName \"covdata\"\n" "CovMetricSettings \"dw\"\n" "CovNameIncrementing off\n" \
        "CovHtmlReporting on\n" "CovForceBlockReductionOff on\n"
#define SHARED_15 "ShowLoopsOnError on\n" "IgnoreBidirectionalLines off\n" "ShowStorageClass off\n" \
        "ShowTestPointIcons on\n" "ShowSignalResolutionIcons on\n" "ShowViewerIcons on\n" \
        "SortedOrder off\n" "ExecutionContextIcon off\n" "ShowLinearizationAnnotations on\n" \
        "BlockNameDataTip off\n" "BlockParametersDataTip off\n" \
        "BlockDescriptionStringDataTip off\n" "ToolBar on\n" "StatusBar on\n" \
        "BrowserShowLibraryLinks off\n" "BrowserLookUnderMasks off\n" "SimulationMode \"normal\"\n"
#define SHARED_16 "MdlSubVersion 0\n" "LibraryType \"BlockLibrary\"\n" \
        "SaveDefaultBlockParams on\n" "ScopeRefreshTime 0.035000\n" "OverrideScopeRefreshTime on\n" \
        "DisableAllScopes off\n"
#define SHARED_17 "covSaveCumulativeToWorkspaceVar on\n" "CovSaveSingleToWorkspaceVar on\n" \
        "CovCumulativeVarName \"covCumulativeData\"\n" "CovCumulativeReport off\n" \
        "CovReportOnPause on\n" "CovModelRefEnable \"Off\"\n" "CovExternalEMLEnable off\n" \
        "ExtModeBatchMode off\n" "ExtModeEnableFloating on\n" "ExtModeTrigType \"manual\"\n" \
        "ExtModeTrigMode \"normal\"\n" "ExtModeTrigPort \"1\"\n" "ExtModeTrigElement \"any\"\n" \
        "ExtModeTrigDuration 1000\n" "ExtModeTrigDurationFloating \"auto\"\n" \
        "ExtModeTrigHoldOff 0\n" "ExtModeTrigDelay 0\n" "ExtModeTrigDirection \"rising\"\n" \
        "ExtModeTrigLevel 0\n" "ExtModeArchiveMode \"off\"\n" "ExtModeAutoIncOneShot off\n" \
        "ExtModeIncDirWhenArm off\n" "ExtModeAddSuffixToVar off\n" "ExtModeWriteAllDataToWs off\n" \
        "ExtModeArmWhenConnect on\n" "ExtModeSkipDownloadWhenConnect off\n" "ExtModeLogAll on\n" \
        "ExtModeAutoUpdateStatusClock on\n" "BufferReuse on\n" \
        "ShowModelReferenceBlockVersion off\n" "ShowModelReferenceBlockIO off\n"
#define SHARED_18 "LinearizationMsg \"none\"\n" "Profile off\n" \
        "ParamWorkspaceSource \"MATLABWorkspace\"\n" "AccelSystemTargetFile \"accel.tlc\"\n" \
        "AccelTemplateMakefile \"accel_default_tmf\"\n" "AccelMakeCommand \"make_rtw\"\n" \
        "TryForcingSFcnDF off\n" "RecordCoverage off\n" "CovPath \"/\"\n" \
        "CovSaveName \"covdata\"\n" "CovMetricSettings \"dw\"\n" "CovNameIncrementing off\n" \
        "CovHtmlReporting on\n" "CovForceBlockReductionOff on\n"
#define SHARED_19 "ShowLoopsOnError on\n" "IgnoreBidirectionalLines off\n" "ShowStorageClass off\n" \
        "ShowTestPointIcons on\n" "ShowSignalResolutionIcons on\n" "ShowViewerIcons on\n" \
        "SortedOrder off\n" "ExecutionContextIcon off\n" "ShowLinearizationAnnotations on\n" \
        "BlockNameDataTip off\n" "BlockParametersDataTip off\n" \
        "BlockDescriptionStringDataTip off\n" "ToolBar on\n" "StatusBar on\n" \
        "BrowserShowLibraryLinks off\n" "BrowserLookUnderMasks off\n" "SimulationMode \"normal\"\n"
#define SHARED_20 "SampleTimeColors off\n" "SampleTimeAnnotations off\n" \
        "LibraryLinkDisplay \"all\"\n" "WideLines off\n" "ShowLineDimensions off\n" \
        "ShowPortDataTypes off\n"
#define SHARED_21 "MdlSubVersion 0\n" "SaveDefaultBlockParams on\n" "ScopeRefreshTime 0.035000\n" \
        "OverrideScopeRefreshTime on\n" "DisableAllScopes off\n" \
        "DataTypeOverride \"UseLocalSettings\"\n" "DataTypeOverrideAppliesTo \"AllNumericTypes\"\n" \
        "MinMaxOverflowLogging \"UseLocalSettings\"\n" "MinMaxOverflowArchiveMode \"Overwrite\"\n"
#define SHARED_22 "DefineNamingRule \"None\"\n" "ParamNamingRule \"None\"\n" \
        "SignalNamingRule \"None\"\n" "InsertBlockDesc off\n" "InsertPolySpaceComments off\n" \
        "SimulinkBlockComments on\n" "MATLABSourceComments off\n" "EnableCustomComments off\n"
#define SHARED_23 "IncAutoGenComments off\n" "SimulinkDataObjDesc off\n" "SFDataObjDesc off\n" \
        "MATLABFcnDesc off\n" "IncDataTypeInIds off\n" "MangleLength 1\n" \
        "CustomSymbolStrGlobalVar \"$R$N$M\"\n" "CustomSymbolStrType \"$N$R$M_T\"\n" \
        "CustomSymbolStrField \"$N$M\"\n" "CustomSymbolStrFcn \"$R$N$M$F\"\n" \
        "CustomSymbolStrFcnArg \"rt$I$N$M\"\n" "CustomSymbolStrBlkIO \"rtb_$N$M\"\n" \
        "CustomSymbolStrTmpVar \"$N$M\"\n" "CustomSymbolStrMacro \"$R$N$M\"\n"
#define SHARED_24 "ForceParamTrailComments off\n" "GenerateComments on\n" \
        "IgnoreCustomStorageClasses on\n" "IgnoreTestpoints off\n" "IncHierarchyInIds off\n" \
        "MaxIdLength 31\n" "PreserveName off\n" "PreserveNameWithParent off\n" \
        "ShowEliminatedStatement off\n"
#define SHARED_25 "SaveOutput on\n" "SaveState off\n" "SignalLogging on\n" "DSMLogging on\n" \
        "InspectSignalLogs off\n" "SaveTime on\n" "ReturnWorkspaceOutputs off\n" \
        "StateSaveName \"xout\"\n" "TimeSaveName \"tout\"\n" "OutputSaveName \"yout\"\n" \
        "SignalLoggingName \"logsout\"\n" "DSMLoggingName \"dsmout\"\n" \
        "OutputOption \"RefineOutputTimes\"\n" "OutputTimes \"[]\"\n" \
        "ReturnWorkspaceOutputsName \"out\"\n" "Refine \"1\"\n"
#define SHARED_26 "Decimation \"1\"\n" "ExternalInput \"[t, u]\"\n" "FinalStateName \"xFinal\"\n" \
        "InitialState \"xInitial\"\n" "LimitDataPoints on\n" "MaxDataPoints \"1000\"\n" \
        "LoadExternalInput off\n" "LoadInitialState off\n" "SaveFinalState off\n" \
        "SaveCompleteFinalSimState off\n" "SaveFormat \"Array\"\n"
#define SHARED_27 "InitInArrayFormatMsg \"warning\"\n" "StrictBusMsg \"ErrorLevel1\"\n" \
        "BusNameAdapt \"WarnAndRepair\"\n" "NonBusSignalsTreatedAsBus \"none\"\n" \
        "LoggingUnavailableSignals \"error\"\n" "BlockIODiagnostic \"none\"\n" \
        "SFUnusedDataAndEventsDiag \"warning\"\n" "SFUnexpectedBacktrackingDiag \"warning\"\n" \
        "SFInvalidInputDataAccessInChartInitDiag \"warning\"\n" \
        "SFNoUnconditionalDefaultTransitionDiag \"warning\"\n" \
        "SFTransitionOutsideNaturalParentDiag \"warning\"\n"
#define SHARED_28 "UniqueDataStoreMsg \"none\"\n" "BusObjectLabelMismatch \"warning\"\n" \
        "RootOutportRequireBusObject \"warning\"\n" "AssertControl \"UseLocalSettings\"\n" \
        "EnableOverflowDetection off\n" "ModelReferenceIOMsg \"none\"\n" \
        "ModelReferenceMultiInstanceNormalModeStructChecksumCheck \"error\"\n" \
        "ModelReferenceVersionMismatchMessage \"none\"\n" \
        "ModelReferenceIOMismatchMessage \"none\"\n" "ModelReferenceCSMismatchMessage \"none\"\n" \
        "UnknownTsInhSupMsg \"warning\"\n" "ModelReferenceDataLoggingMessage \"warning\"\n" \
        "ModelReferenceSymbolNameMessage \"warning\"\n" \
        "ModelReferenceExtraNoncontSigs \"error\"\n" "StateNameClashWarn \"warning\"\n" \
        "SimStateInterfaceChecksumMismatchMsg \"warning\"\n"
#define SHARED_29 "SignalLabelMismatchMsg \"none\"\n" "UnconnectedInputMsg \"warning\"\n" \
        "UnconnectedOutputMsg \"warning\"\n" "UnconnectedLineMsg \"warning\"\n" \
        "SFcnCompatibilityMsg \"none\"\n"
#define SHARED_30 "RTPrefix \"error\"\n" "ConsistencyChecking \"none\"\n" \
        "ArrayBoundsChecking \"none\"\n" "SignalInfNanChecking \"none\"\n" \
        "SignalRangeChecking \"none\"\n" "ReadBeforeWriteMsg \"UseLocalSettings\"\n" \
        "WriteAfterWriteMsg \"UseLocalSettings\"\n" "WriteAfterReadMsg \"UseLocalSettings\"\n" \
        "AlgebraicLoopMsg \"warning\"\n" "ArtificialAlgebraicLoopMsg \"warning\"\n" \
        "SaveWithDisabledLinksMsg \"warning\"\n" "SaveWithParameterizedLinksMsg \"warning\"\n" \
        "CheckSSInitialOutputMsg on\n" "UnderspecifiedInitializationDetection \"Classic\"\n" \
        "MergeDetectMultiDrivingBlocksExec \"none\"\n" \
        "CheckExecutionContextPreStartOutputMsg off\n" \
        "CheckExecutionContextRuntimeOutputMsg off\n" \
        "SignalResolutionControl \"UseLocalSettings\"\n" "BlockPriorityViolationMsg \"warning\"\n" \
        "MinStepSizeMsg \"warning\"\n" "TimeAdjustmentMsg \"none\"\n" \
        "MaxConsecutiveZCsMsg \"error\"\n" "MaskedZcDiagnostic \"warning\"\n" \
        "IgnoredZcDiagnostic \"warning\"\n" "SolverPrmCheckMsg \"warning\"\n" \
        "InheritedTsInSrcMsg \"warning\"\n" "DiscreteInheritContinuousMsg \"warning\"\n" \
        "MultiTaskDSMMsg \"error\"\n" "MultiTaskCondExecSysMsg \"error\"\n" \
        "MultiTaskRateTransMsg \"error\"\n" "SingleTaskRateTransMsg \"none\"\n" \
        "TasksWithSamePriorityMsg \"warning\"\n" "SigSpecEnsureSampleTimeMsg \"warning\"\n" \
        "CheckMatrixSingularityMsg \"none\"\n" "IntegerOverflowMsg \"warning\"\n" \
        "Int32ToFloatConvMsg \"warning\"\n" "ParameterDowncastMsg \"error\"\n" \
        "ParameterOverflowMsg \"error\"\n" "ParameterUnderflowMsg \"none\"\n" \
        "ParameterPrecisionLossMsg \"warning\"\n" "ParameterTunabilityLossMsg \"warning\"\n" \
        "FixptConstUnderflowMsg \"none\"\n" "FixptConstOverflowMsg \"none\"\n" \
        "FixptConstPrecisionLossMsg \"none\"\n" "UnderSpecifiedDataTypeMsg \"none\"\n" \
        "UnnecessaryDatatypeConvMsg \"none\"\n" "VectorMatrixConversionMsg \"none\"\n" \
        "InvalidFcnCallConnMsg \"error\"\n"
#define SHARED_31 "UseMalloc off\n" "ExtMode off\n" "ExtModeStaticAlloc off\n" \
        "ExtModeTesting off\n" "ExtModeStaticAllocSize 1000000\n" "ExtModeTransport 0\n" \
        "ExtModeMexFile \"ext_comm\"\n" "ExtModeIntrfLevel \"Level1\"\n" "RTWCAPISignals off\n" \
        "RTWCAPIParams off\n" "RTWCAPIStates off\n"
#define SHARED_32 "IncludeMdlTerminateFcn on\n" \
        "GeneratePreprocessorConditionals \"Disable all\"\n" "CombineOutputUpdateFcns off\n" \
        "CombineSignalStateStructs off\n" "SuppressErrorStatus off\n" "ERTFirstTimeCompliant off\n" \
        "IncludeFileDelimiter \"Auto\"\n" "ERTCustomFileBanners off\n" "SupportAbsoluteTime on\n" \
        "LogVarNameModifier \"rt_\"\n" "MatFileLogging on\n" "MultiInstanceERTCode off\n" \
        "SupportNonFinite on\n" "SupportComplex on\n" "PurelyIntegerCode off\n" \
        "SupportContinuousTime on\n" "SupportNonInlinedSFcns on\n" \
        "SupportVariableSizeSignals off\n" "EnableShiftOperators on\n" \
        "ParenthesesLevel \"Nominal\"\n"
#define SHARED_33 "ERTMultiwordLength 256\n" "MultiwordLength 2048\n" "GenerateFullHeader on\n" \
        "GenerateSampleERTMain off\n" "GenerateTestInterfaces off\n" "IsPILTarget off\n" \
        "ModelReferenceCompliant on\n" "ParMdlRefBuildCompliant on\n" "CompOptLevelCompliant on\n"
#define SHARED_34 "TargetIntDivRoundTo \"Undefined\"\n" "TargetEndianess \"Unspecified\"\n" \
        "TargetWordSize 32\n" "TargetTypeEmulationWarnSuppressLevel 0\n" \
        "TargetPreprocMaxBitsSint 32\n" "TargetPreprocMaxBitsUint 32\n" \
        "TargetHWDeviceType \"Specified\"\n" "TargetUnknown off\n" "ProdEqTarget on\n"
#define SHARED_35 "TargetBitPerFloat 32\n" "TargetBitPerDouble 64\n" "TargetBitPerPointer 32\n" \
        "TargetLargestAtomicInteger \"Char\"\n" "TargetLargestAtomicFloat \"None\"\n" \
        "TargetShiftRightIntArith on\n"
#define SHARED_36 "ProdHWDeviceType \"32-bit Generic\"\n" "TargetBitPerChar 8\n" \
        "TargetBitPerShort 16\n" "TargetBitPerInt 32\n" "TargetBitPerLong 32\n"
#define SHARED_37 "ProdBitPerFloat 32\n" "ProdBitPerDouble 64\n" "ProdBitPerPointer 32\n" \
        "ProdLargestAtomicInteger \"Char\"\n" "ProdLargestAtomicFloat \"None\"\n" \
        "ProdIntDivRoundTo \"Undefined\"\n" "ProdEndianess \"Unspecified\"\n" "ProdWordSize 32\n" \
        "ProdShiftRightIntArith on\n"
#define SHARED_38 "UseTempVars off\n" "ZeroExternalMemoryAtStartup on\n" \
        "ZeroInternalMemoryAtStartup on\n" "InitFltsAndDblsToZero off\n" \
        "NoFixptDivByZeroProtection off\n" "EfficientFloat2IntCast off\n" \
        "EfficientMapNaN2IntZero on\n" "OptimizeModelRefInitCode off\n" "LifeSpan \"inf\"\n" \
        "MaxStackSize \"Inherit from target\"\n" "BufferReusableBoundary on\n" \
        "SimCompilerOptimization \"Off\"\n" "AccelVerboseBuild off\n"
#define SHARED_39 "UseSpecifiedMinMax off\n" "InlineInvariantSignals off\n" \
        "OptimizeBlockIOStorage on\n" "BufferReuse on\n" "EnhancedBackFolding off\n" \
        "StrengthReduction off\n" "ExpressionFolding on\n" "BooleansAsBitfields off\n" \
        "BitfieldContainerType \"uint_T\"\n" "EnableMemcpy on\n" "MemcpyThreshold 64\n" \
        "PassReuseOutputArgsAs \"Structure reference\"\n" "ExpressionDepthLimit 2147483647\n" \
        "FoldNonRolledExpr on\n" "LocalBlockOutputs on\n" "RollThreshold 5\n" \
        "SystemCodeInlineAuto off\n" "StateBitsets off\n" "DataBitsets off\n"
#define SHARED_40 "BlockReduction on\n" "BooleanDataType on\n" "ConditionallyExecuteInputs on\n" \
        "InlineParams off\n" "UseIntDivNetSlope off\n"
#define SHARED_41 "TargetLang \"C\"\n" "IncludeBusHierarchyInRTWFileBlockHierarchyMap off\n" \
        "IncludeERTFirstTime off\n" "GenerateTraceInfo off\n" "GenerateTraceReport off\n" \
        "GenerateTraceReportSl off\n" "GenerateTraceReportSf off\n" "GenerateTraceReportEml off\n" \
        "GenerateCodeInfo off\n"
#define SHARED_42 "GenerateReport off\n" "SaveLog off\n" "RTWVerbose on\n" "RetainRTWFile off\n" \
        "ProfileTLC off\n" "TLCDebug off\n" "TLCCoverage off\n" "TLCAssert off\n" \
        "ProcessScriptMode \"Default\"\n" "ConfigurationMode \"Optimized\"\n"
#define SHARED_43 "SFSimEnableDebug on\n" "SFSimOverflowDetection on\n" "SFSimEcho on\n" \
        "SimBlas on\n" "SimCtrlC on\n" "SimExtrinsic on\n" "SimIntegrity on\n" \
        "SimUseLocalCustomCode off\n" "SimParseCustomCode on\n" \
        "SimBuildMode \"sf_incremental_build\"\n"
#define SHARED_44 "ConcurrentTasks off\n" "Solver \"ode45\"\n" "SolverName \"ode45\"\n" \
        "SolverJacobianMethodControl \"auto\"\n" "ShapePreserveControl \"DisableAll\"\n" \
        "ZeroCrossControl \"UseLocalSettings\"\n" "ZeroCrossAlgorithm \"Nonadaptive\"\n" \
        "AlgebraicLoopSolver \"TrustRegion\"\n" "SolverResetMethod \"Fast\"\n" \
        "PositivePriorityOrder off\n" "AutoInsertRateTranBlk off\n" \
        "SampleTimeConstraint \"Unconstrained\"\n" "InsertRTBMode \"Whenever possible\"\n"
#define SHARED_45 "StartTime \"0.0\"\n" "StopTime \"10.0\"\n" "AbsTol \"auto\"\n" \
        "FixedStep \"auto\"\n" "InitialStep \"auto\"\n" "MaxNumMinSteps \"-1\"\n" "MaxOrder 5\n" \
        "ZcThreshold \"auto\"\n" "ConsecutiveZCsStepRelTol \"10*128*eps\"\n" \
        "MaxConsecutiveZCs \"1000\"\n" "ExtrapolationOrder 4\n" "NumberNewtonIterations 1\n" \
        "MaxStep \"auto\"\n" "MinStep \"auto\"\n" "MaxConsecutiveMinStep \"1\"\n" \
        "RelTol \"1e-3\"\n" "SolverMode \"Auto\"\n"

const bd_release_section bd_release_any[] = {
    {"AnnotationDefaults", "HorizontalAlignment \"center\"\n" "VerticalAlignment \"middle\"\n"
        "ForegroundColor \"black\"\n" "BackgroundColor \"white\"\n" "DropShadow off\n"
        "FontName \"Helvetica\"\n" "FontSize 10\n" "FontWeight \"normal\"\n"
        "FontAngle \"normal\"\n" "UseDisplayTextAsClickCallback off\n"},
    {"Block Abs", "ZeroCross on\n" "SampleTime \"-1\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Same as input\"\n" "LockScale off\n" "RndMeth \"Floor\"\n"
        "SaturateOnIntegerOverflow on\n"},
    {"Block Bias", "Bias \"0\"\n" "SaturateOnIntegerOverflow on\n"},
    {"Block BusCreator", "Inputs \"4\"\n" "DisplayOption \"none\"\n"
        "OutDataTypeStr \"Inherit: auto\"\n" "NonVirtualBus off\n"},
    {"Block Constant", "Value \"1\"\n" "VectorParams1D on\n" "SamplingMode \"Sample based\"\n"
        "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Inherit from 'Constant value'\"\n" "LockScale off\n"
        "SampleTime \"inf\"\n" "FramePeriod \"inf\"\n" "PreserveConstantTs off\n"},
    {"Block DataTypeConversion", "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Inherit via back propagation\"\n" "LockScale off\n"
        "ConvertRealWorld \"Real World Value (RWV)\"\n" "RndMeth \"Zero\"\n"
        "SaturateOnIntegerOverflow on\n" "SampleTime \"-1\"\n"},
    {"Block Demux", "Outputs \"4\"\n" "DisplayOption \"none\"\n" "BusSelectionMode off\n"},
    {"Block DigitalClock", "SampleTime \"1\"\n"},
    {"Block DiscretePulseGenerator", "PulseType \"Sample based\"\n"
        "TimeSource \"Use simulation time\"\n" "Amplitude \"1\"\n" "Period \"2\"\n"
        "PulseWidth \"1\"\n" "PhaseDelay \"0\"\n" "SampleTime \"1\"\n" "VectorParams1D on\n"},
    {"Block DotProduct", "SampleTime \"-1\"\n" "InputSameDT on\n" "OutMin \"[]\"\n"
        "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Same as first input\"\n" "LockScale off\n"
        "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow off\n"},
    {"Block Fcn", "Expr \"sin(u[1])\"\n" "SampleTime \"-1\"\n"},
    {"Block Gain", "Gain \"1\"\n" "Multiplication \"Element-wise(K.*u)\"\n" "ParamMin \"[]\"\n"
        "ParamMax \"[]\"\n" "ParamDataTypeStr \"Inherit: Same as input\"\n" "OutMin \"[]\"\n"
        "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Same as input\"\n" "LockScale off\n"
        "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n" "SampleTime \"-1\"\n"},
    {"Block Ground", ""},
    {"Block Integrator", "ExternalReset \"none\"\n" "InitialConditionSource \"internal\"\n"
        "InitialCondition \"0\"\n" "LimitOutput off\n" "UpperSaturationLimit \"inf\"\n"
        "LowerSaturationLimit \"-inf\"\n" "ShowSaturationPort off\n" "ShowStatePort off\n"
        "AbsoluteTolerance \"auto\"\n" "IgnoreLimit off\n" "ZeroCross on\n"
        "ContinuousStateAttributes \"''\"\n"},
    {"Block Logic", "Operator \"AND\"\n" "Inputs \"2\"\n" "IconShape \"rectangular\"\n"
        "AllPortsSameDT on\n"
        "OutDataTypeStr \"Inherit: Logical (see Configuration Parameters: Optimization)\"\n"
        "SampleTime \"-1\"\n"},
    {"Block Lookup", "InputValues \"[-4:5]\"\n" "Table \" rand(1,10)-0.5\"\n"
        "LookUpMeth \"Interpolation-Extrapolation\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Same as input\"\n" "LockScale off\n" "RndMeth \"Floor\"\n"
        "SaturateOnIntegerOverflow on\n" "SampleTime \"-1\"\n"
        "LUTDesignTableMode \"Redesign Table\"\n" "LUTDesignDataSource \"Block Dialog\"\n"
        "LUTDesignFunctionName \"sqrt(x)\"\n" "LUTDesignUseExistingBP on\n"
        "LUTDesignRelError \"0.01\"\n" "LUTDesignAbsError \"1e-6\"\n"},
    {"Block Lookup2D", "RowIndex \"[0 1]\"\n" "ColumnIndex \"[0 1]\"\n" "Table \"[0 0;0 0]\"\n"
        "LookUpMeth \"Interpolation-Extrapolation\"\n" "InputSameDT on\n" "OutMin \"[]\"\n"
        "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Same as first input\"\n" "LockScale off\n"
        "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n" "SampleTime \"-1\"\n"
        "LUTDesignTableMode \"Redesign Table\"\n" "LUTDesignDataSource \"Block Dialog\"\n"
        "LUTDesignFunctionName \"sqrt(x)\"\n" "LUTDesignUseExistingBP on\n"
        "LUTDesignRelError \"0.01\"\n" "LUTDesignAbsError \"1e-6\"\n"},
    {"Block MATLABFcn", "MATLABFcn \"sin\"\n" "OutputDimensions \"-1\"\n"
        "OutputSignalType \"auto\"\n" "Output1D on\n" "SampleTime \"-1\"\n"},
    {"Block Math", "Operator \"exp\"\n" "OutputSignalType \"auto\"\n" "SampleTime \"-1\"\n"
        "OutMin \"[]\"\n" "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Same as first input\"\n"
        "LockScale off\n" "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n"
        "IntermediateResultsDataTypeStr \"Inherit: Inherit via internal rule\"\n"
        "AlgorithmType \"Newton-Raphson\"\n" "Iterations \"3\"\n"},
    {"Block MinMax", "Function \"min\"\n" "Inputs \"1\"\n" "InputSameDT on\n" "OutMin \"[]\"\n"
        "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Inherit via internal rule\"\n"
        "LockScale off\n" "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n" "ZeroCross on\n"
        "SampleTime \"-1\"\n"},
    {"Block Mux", "Inputs \"4\"\n" "DisplayOption \"none\"\n" "UseBusObject off\n"
        "BusObject \"BusObject\"\n" "NonVirtualBus off\n"},
    {"Block Outport", "Port \"1\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: auto\"\n" "LockScale off\n" "BusOutputAsStruct off\n"
        "PortDimensions \"-1\"\n" "VarSizeSig \"Inherit\"\n" "SampleTime \"-1\"\n"
        "SignalType \"auto\"\n" "SamplingMode \"auto\"\n"
        "SourceOfInitialOutputValue \"Dialog\"\n" "OutputWhenDisabled \"held\"\n"
        "InitialOutput \"[]\"\n"},
    {"Block Product", "Inputs \"2\"\n" "Multiplication \"Element-wise(.*)\"\n"
        "CollapseMode \"All dimensions\"\n" "CollapseDim \"1\"\n" "InputSameDT on\n"
        "OutMin \"[]\"\n" "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Same as first input\"\n"
        "LockScale off\n" "RndMeth \"Zero\"\n" "SaturateOnIntegerOverflow on\n"
        "SampleTime \"-1\"\n"},
    {"Block RelationalOperator", "Operator \">=\"\n" "InputSameDT on\n"
        "OutDataTypeStr \"Inherit: Logical (see Configuration Parameters: Optimization)\"\n"
        "ZeroCross on\n" "SampleTime \"-1\"\n"},
    {"Block Rounding", "Operator \"floor\"\n" "SampleTime \"-1\"\n"},
    {"Block S-Function", "FunctionName \"system\"\n" "SFunctionModules \"''\"\n"
        "PortCounts \"[]\"\n" "SFunctionDeploymentMode off\n"},
    {"Block Saturate", "UpperLimitSource \"Dialog\"\n" "UpperLimit \"0.5\"\n"
        "LowerLimitSource \"Dialog\"\n" "LowerLimit \"-0.5\"\n" "LinearizeAsGain on\n"
        "ZeroCross on\n" "SampleTime \"-1\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Same as input\"\n" "LockScale off\n" "RndMeth \"Floor\"\n"},
    {"Block Selector", "NumberOfDimensions \"1\"\n" "IndexMode \"One-based\"\n"
        "InputPortWidth \"-1\"\n" "SampleTime \"-1\"\n"},
    {"Block Signum", "ZeroCross on\n" "SampleTime \"-1\"\n"},
    {"Block Sin", "SineType \"Time based\"\n" "TimeSource \"Use simulation time\"\n"
        "Amplitude \"1\"\n" "Bias \"0\"\n" "Frequency \"1\"\n" "Phase \"0\"\n" "Samples \"10\"\n"
        "Offset \"0\"\n" "SampleTime \"-1\"\n" "VectorParams1D on\n"},
    {"Block Step", "Time \"1\"\n" "Before \"0\"\n" "After \"1\"\n" "SampleTime \"-1\"\n"
        "VectorParams1D on\n" "ZeroCross on\n"},
    {"Block Sum", "IconShape \"rectangular\"\n" "Inputs \"++\"\n"
        "CollapseMode \"All dimensions\"\n" "CollapseDim \"1\"\n" "InputSameDT on\n"
        "AccumDataTypeStr \"Inherit: Inherit via internal rule\"\n" "OutMin \"[]\"\n"
        "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Same as first input\"\n" "LockScale off\n"
        "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n" "SampleTime \"-1\"\n"},
    {"Block Switch", "Criteria \"u2 >= Threshold\"\n" "Threshold \"0\"\n" "InputSameDT on\n"
        "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Inherit via internal rule\"\n" "LockScale off\n"
        "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n" "ZeroCross on\n"
        "SampleTime \"-1\"\n" "AllowDiffInputSizes off\n"},
    {"Block Terminator", ""},
    {"Block TransferFcn", "Numerator \"[1]\"\n" "Denominator \"[1 2 1]\"\n"
        "AbsoluteTolerance \"auto\"\n" "ContinuousStateAttributes \"''\"\n"
        "Realization \"auto\"\n"},
    {"Block Trigonometry", "Operator \"sin\"\n" "ApproximationMethod \"None\"\n"
        "NumberOfIterations \"11\"\n" "OutputSignalType \"auto\"\n" "SampleTime \"-1\"\n"},
    {"Block ZeroOrderHold", "SampleTime \"1\"\n"},
    {"BlockDefaults", "ForegroundColor \"black\"\n" "BackgroundColor \"white\"\n"
        "DropShadow off\n" "NamePlacement \"normal\"\n" "FontName \"Helvetica\"\n"
        "FontSize 10\n" "FontWeight \"normal\"\n" "FontAngle \"normal\"\n" "ShowName on\n"
        "BlockRotation 0\n" "BlockMirror off\n"},
    {"GraphicalInterface", "ParameterArgumentNames \"\"\n" "NumModelReferences 0\n"
        "NumTestPointedSignals 0\n"},
    {"LineDefaults", "FontName \"Helvetica\"\n" "FontSize 9\n" "FontWeight \"normal\"\n"
        "FontAngle \"normal\"\n"},
    {"Simulink.ModelReferenceCC",
        "UpdateModelReferenceTargets \"IfOutOfDateOrStructuralChange\"\n"
        "CheckModelReferenceTargetMessage \"error\"\n" "EnableParallelModelReferenceBuilds off\n"
        "ParallelModelReferenceErrorOnInvalidPool on\n"
        "ParallelModelReferenceMATLABWorkerInit \"None\"\n"
        "ModelReferenceNumInstancesAllowed \"Multi\"\n"
        "PropagateVarSize \"Infer from blocks in model\"\n"
        "ModelReferencePassRootInputsByReference on\n"
        "ModelReferenceMinAlgLoopOccurrences off\n" "PropagateSignalLabelsOutOfModel off\n"
        "SupportModelReferenceSimTargetCustomCode off\n"},
    {"System", "Open on\n" "ModelBrowserVisibility off\n" "ModelBrowserWidth 200\n"
        "ScreenColor \"white\"\n" "PaperOrientation \"landscape\"\n"
        "PaperPositionMode \"auto\"\n" "PaperType \"A4\"\n" "PaperUnits \"centimeters\"\n"
        "TiledPaperMargins [1.270000, 1.270000, 1.270000, 1.270000]\n" "TiledPageScale 1\n"
        "ShowPageBoundaries off\n" "ZoomFactor \"100\"\n" "ReportName \"simulink-default.rpt\"\n"},
    {0}};

const bd_release_section bd_release_7_6[] = {
    {"Block BusAssignment", "AssignedSignals \"signal1\"\n"},
    {"Block BusSelector", "OutputAsBus off\n"},
    {"Block Clock", "DisplayTime off\n"},
    {"Block DiscreteFir", "CoefSource \"Dialog parameters\"\n" "enableDSPFilters off\n"
        "FirFiltStruct \"Direct form\"\n" "SlFirFiltStruct \"Direct form\"\n"
        "NumCoeffs \"[0.5 0.5]\"\n" "IC \"0\"\n" SHARED_2
        "AccumDataTypeStr \"Inherit: Same as product output\"\n" SHARED_1},
    {"Block DiscreteIntegrator", "IntegratorMethod \"Integration: Forward Euler\"\n"
        "gainval \"1.0\"\n" "ExternalReset \"none\"\n" "InitialConditionSource \"internal\"\n"
        "InitialCondition \"0\"\n" "InitialConditionMode \"State and output\"\n"
        "SampleTime \"1\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"Inherit: Inherit via internal rule\"\n" "LockScale off\n"
        "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow off\n" "LimitOutput off\n"
        "UpperSaturationLimit \"inf\"\n" "LowerSaturationLimit \"-inf\"\n"
        "ShowSaturationPort off\n" "ShowStatePort off\n" "IgnoreLimit off\n"
        "StateMustResolveToSignalObject off\n" "RTWStateStorageClass \"Auto\"\n"},
    {"Block Display", "Format \"short\"\n" "Decimation \"10\"\n" "Floating off\n"
        "SampleTime \"-1\"\n"},
    {"Block From", "IconDisplay \"Tag\"\n" "TagVisibility \"local\"\n"},
    {"Block FromWorkspace", "VariableName \"simulink_input\"\n" "SampleTime \"-1\"\n"
        "Interpolate on\n" "ZeroCross off\n" "OutputAfterFinalValue \"Extrapolation\"\n"},
    {"Block Goto", "IconDisplay \"Tag\"\n"},
    {"Block Inport", "Port \"1\"\n" SHARED_3},
    {"Block LookupNDDirect", "NumberOfTableDimensions \"2\"\n"
        "InputsSelectThisObjectFromTable \"Element\"\n" "TableIsInput off\n"
        "Table \"[4 5 6;16 19 20;10 18 23]\"\n" "ActionForOutOfRangeInput \"Warning\"\n" SHARED_4},
    {"Block Lookup_n-D", SHARED_7 "ActionForOutOfRangeInput \"None\"\n" "UseLastTableValue off\n"
        "SampleTime \"-1\"\n" SHARED_6 SHARED_5},
    {"Block RateTransition", "Integrity on\n" "Deterministic on\n" "X0 \"0\"\n"
        "OutPortSampleTimeOpt \"Specify\"\n" "OutPortSampleTimeMultiple \"1\"\n"
        "OutPortSampleTime \"-1\"\n"},
    {"Block Relay", SHARED_8 "ZeroCross on\n" "SampleTime \"-1\"\n"},
    {"Block Reshape", "OutputDimensionality \"1-D array\"\n" "OutputDimensions \"[1,1]\"\n"},
    {"Block Scope", SHARED_10 SHARED_9},
    {"Block SignalViewerScope", "Floating off\n" "ModelBased off\n"
        "TickLabels \"OneTimeTick\"\n" "ZoomMode \"on\"\n" "Grid \"on\"\n" "TimeRange \"auto\"\n"
        "YMin \"-5\"\n" "YMax \"5\"\n" "SaveToWorkspace off\n" "SaveName \"ScopeData\"\n"
        "LimitDataPoints on\n" "MaxDataPoints \"5000\"\n" "Decimation \"1\"\n"
        "SampleInput off\n" "SampleTime \"0\"\n" "Disabled off\n" "ScrollMode on\n"},
    {"Block StateSpace", "A \"1\"\n" "B \"1\"\n" "C \"1\"\n" "D \"1\"\n" "X0 \"0\"\n"
        "AbsoluteTolerance \"auto\"\n" "ContinuousStateAttributes \"''\"\n"
        "Realization \"auto\"\n"},
    {"Block SubSystem", SHARED_12 SHARED_11 "Variant off\n"
        "GeneratePreprocessorConditionals off\n"},
    {"Block ToWorkspace", "VariableName \"simulink_output\"\n" "MaxDataPoints \"1000\"\n"
        "Decimation \"1\"\n" "SampleTime \"0\"\n" "FixptAsFi off\n"},
    {"Block UnitDelay", "X0 \"0\"\n" "InputProcessing \"Inherited\"\n" "SampleTime \"1\"\n"
        "StateMustResolveToSignalObject off\n" "RTWStateStorageClass \"Auto\"\n"},
    {"Library", SHARED_16 "MaxMDLFileLineLength 120\n" "UpdateHistory \"UpdateHistoryNever\"\n"
        "ModifiedByFormat \"%<Auto>\"\n" "ModifiedDateFormat \"%<Auto>\"\n"
        "ConfigurationManager \"None\"\n" "SampleTimeColors off\n" "SampleTimeAnnotations off\n"
        "WideLines off\n" "ShowLineDimensions off\n" "ShowPortDataTypes off\n" SHARED_15
        SHARED_14 SHARED_13},
    {"Model", SHARED_21 "MaxMDLFileLineLength 120\n" "UpdateHistory \"UpdateHistoryNever\"\n"
        "ModifiedByFormat \"%<Auto>\"\n" "ModifiedDateFormat \"%<Auto>\"\n"
        "ConfigurationManager \"None\"\n" SHARED_20 SHARED_19 SHARED_18 SHARED_17},
    {"Simulink.CodeAppCC", SHARED_24 SHARED_23 SHARED_22 "InlinedPrmAccess \"Literals\"\n"
        "ReqsInCode off\n" "UseSimReservedNames off\n"},
    {"Simulink.ConfigSet", "CurrentDlgPage \"Solver\"\n"
        "ConfigPrmDlgPosition \" [ 200, 85, 1080, 715 ] \"\n"},
    {"Simulink.DataIOCC", SHARED_26 SHARED_25},
    {"Simulink.DebuggingCC", SHARED_30 "FcnCallInpInsideContextMsg \"Use local settings\"\n"
        SHARED_29 SHARED_28 SHARED_27},
    {"Simulink.GRTTargetCC", "TargetFcnLib \"ansi_tfl_table_tmw.mat\"\n" "TargetLibSuffix \"\"\n"
        "TargetPreCompLibLocation \"\"\n" "TargetFunctionLibrary \"ANSI_C\"\n"
        "UtilityFuncGeneration \"Auto\"\n" "ERTMultiwordTypeDef \"System defined\"\n"
        "ERTCodeCoverageTool \"None\"\n" SHARED_33 SHARED_32 "PortableWordSizes off\n"
        "ModelStepFunctionPrototypeControlCompliant off\n" "CPPClassGenCompliant off\n"
        "AutosarCompliant off\n" SHARED_31 "GenerateASAP2 off\n"},
    {"Simulink.HardwareCC", "ProdBitPerChar 8\n" "ProdBitPerShort 16\n" "ProdBitPerInt 32\n"
        "ProdBitPerLong 32\n" SHARED_37 SHARED_36 SHARED_35 SHARED_34},
    {"Simulink.OptimizationCC", SHARED_40 SHARED_39 SHARED_38},
    {"Simulink.RTWCC", "SystemTargetFile \"grt.tlc\"\n" "GenCodeOnly off\n"
        "MakeCommand \"make_rtw\"\n" "GenerateMakefile on\n"
        "TemplateMakefile \"grt_default_tmf\"\n" SHARED_42 "ConfigAtBuild off\n"
        "RTWUseLocalCustomCode off\n" "RTWUseSimCustomCode off\n"
        "IncludeHyperlinkInReport off\n" "LaunchReport off\n" SHARED_41 "GenerateSLWebview off\n"
        "RTWCompilerOptimization \"Off\"\n" "CheckMdlBeforeBuild \"Off\"\n"
        "CustomRebuildMode \"OnUpdate\"\n"},
    {"Simulink.SFSimCC", SHARED_43},
    {"Simulink.SolverCC", SHARED_45 SHARED_44},
    {0}};

const bd_release_section bd_release_8_2[] = {
    {"Block ActionPort", "InitializeStates \"held\"\n"
        "PropagateVarSize \"Only when execution is resumed\"\n" "ActionType \"unset\"\n"},
    {"Block Backlash", "BacklashWidth \"1\"\n" "InitialOutput \"0\"\n"
        "InputProcessing \"Inherited\"\n" "ZeroCross on\n" "SampleTime \"-1\"\n"},
    {"Block BusAssignment", ""},
    {"Block BusSelector", "OutputSignals \"signal1,signal2,signal3\"\n" "OutputAsBus off\n"},
    {"Block Clock", "DisplayTime off\n" "Decimation \"10\"\n"},
    {"Block Delay", "DelayLengthSource \"Dialog\"\n" "DelayLength \"2\"\n"
        "DelayLengthUpperLimit \"100\"\n" "InitialConditionSource \"Dialog\"\n"
        "InitialCondition \"0.0\"\n" "ExternalReset \"None\"\n" "PreventDirectFeedthrough off\n"
        "DiagnosticForOutOfRangeDelayLength \"None\"\n" "RemoveProtectionDelayLength off\n"
        "InputProcessing \"Elements as channels (sample based)\"\n" "UseCircularBuffer off\n"
        "SampleTime \"-1\"\n" "StateMustResolveToSignalObject off\n"
        "CodeGenStateStorageClass \"Auto\"\n"},
    {"Block DiscreteFir", "CoefSource \"Dialog parameters\"\n"
        "FilterStructure \"Direct form\"\n" "Coefficients \"[0.5 0.5]\"\n"
        "InputProcessing \"Elements as channels (sample based)\"\n" "InitialStates \"0\"\n"
        SHARED_2 "AccumDataTypeStr \"Inherit: Inherit via internal rule\"\n" SHARED_1},
    {"Block Display", "Format \"short\"\n" "Decimation \"10\"\n" "Floating off\n"
        "Lockdown off\n" "SampleTime \"-1\"\n"},
    {"Block EnablePort", "StatesWhenEnabling \"held\"\n"
        "PropagateVarSize \"Only when enabling\"\n" "ShowOutputPort off\n" "ZeroCross on\n"
        "PortDimensions \"1\"\n" "SampleTime \"-1\"\n" "OutMin \"[]\"\n" "OutMax \"[]\"\n"
        "OutDataTypeStr \"double\"\n" "Interpolate on\n"},
    {"Block From", "GotoTag \"A\"\n" "IconDisplay \"Tag\"\n" "TagVisibility \"local\"\n"},
    {"Block FromWorkspace", "VariableName \"simulink_input\"\n"
        "OutDataTypeStr \"Inherit: auto\"\n" "SampleTime \"-1\"\n" "Interpolate on\n"
        "ZeroCross off\n" "OutputAfterFinalValue \"Extrapolation\"\n"},
    {"Block Goto", "GotoTag \"A\"\n" "IconDisplay \"Tag\"\n" "TagVisibility \"local\"\n"},
    {"Block If", "NumInputs \"1\"\n" "IfExpression \"u1 > 0\"\n" "ShowElse on\n" "ZeroCross on\n"
        "SampleTime \"-1\"\n"},
    {"Block InitialCondition", "Value \"1\"\n" "SampleTime \"-1\"\n"},
    {"Block Inport", "Port \"1\"\n" "OutputFunctionCall off\n" SHARED_3},
    {"Block LookupNDDirect", "NumberOfTableDimensions \"2\"\n"
        "InputsSelectThisObjectFromTable \"Element\"\n" "TableIsInput off\n"
        "Table \"[4 5 6;16 19 20;10 18 23]\"\n" "DiagnosticForOutOfRangeInput \"Warning\"\n"
        SHARED_4},
    {"Block Lookup_n-D", SHARED_7 "DiagnosticForOutOfRangeInput \"None\"\n"
        "RemoveProtectionInput off\n" "UseLastTableValue off\n" "SampleTime \"-1\"\n"
        "InternalRulePriority \"Precision\"\n" SHARED_6 "SupportTunableTableSize off\n"
        "MaximumIndicesForEachDimension \"[]\"\n" SHARED_5},
    {"Block ManualSwitch", "CurrentSetting \"1\"\n" "varsize off\n" "SampleTime \"-1\"\n"},
    {"Block Memory", "X0 \"0\"\n" "InheritSampleTime off\n" "LinearizeMemory off\n"
        "LinearizeAsDelay off\n" "StateMustResolveToSignalObject off\n"
        "RTWStateStorageClass \"Auto\"\n"},
    {"Block MultiPortSwitch", "DataPortOrder \"One-based contiguous\"\n" "Inputs \"3\"\n"
        "DataPortIndices \"{1,2,3}\"\n" "DataPortForDefault \"Last data port\"\n"
        "DiagnosticForDefault \"Error\"\n" "zeroidx off\n" "InputSameDT on\n" "OutMin \"[]\"\n"
        "OutMax \"[]\"\n" "OutDataTypeStr \"Inherit: Inherit via internal rule\"\n"
        "LockScale off\n" "RndMeth \"Floor\"\n" "SaturateOnIntegerOverflow on\n"
        "SampleTime \"-1\"\n" "AllowDiffInputSizes off\n"},
    {"Block Relay", SHARED_8 "InputProcessing \"Inherited\"\n" "ZeroCross on\n"
        "SampleTime \"-1\"\n"},
    {"Block Scope", SHARED_10 "DataFormat \"Array\"\n" SHARED_9},
    {"Block SignalConversion", "ConversionOutput \"Signal copy\"\n"
        "OutDataTypeStr \"Inherit: auto\"\n" "OverrideOpt off\n"},
    {"Block StateSpace", "A \"1\"\n" "B \"1\"\n" "C \"1\"\n" "D \"1\"\n" "X0 \"0.0\"\n"
        "AbsoluteTolerance \"auto\"\n" "ContinuousStateAttributes \"''\"\n"
        "Realization \"auto\"\n"},
    {"Block SubSystem", SHARED_12 "FunctionInterfaceSpec \"void_void\"\n" SHARED_11
        "SFBlockType \"NONE\"\n" "Variant off\n" "GeneratePreprocessorConditionals off\n"
        "ContentPreviewEnabled off\n"},
    {"Block ToWorkspace", "VariableName \"simulink_output\"\n" "MaxDataPoints \"1000\"\n"
        "Decimation \"1\"\n" "SampleTime \"0\"\n" "SaveFormat \"Array\"\n" "FixptAsFi off\n"
        "NumInputs \"1\"\n"},
    {"Block UnitDelay", "InitialCondition \"0\"\n" "InputProcessing \"Inherited\"\n"
        "SampleTime \"1\"\n" "StateMustResolveToSignalObject off\n"
        "CodeGenStateStorageClass \"Auto\"\n" "HasFrameUpgradeWarning on\n"},
    {"Block Width", "OutDataTypeMode \"Choose intrinsic data type\"\n" "DataType \"double\"\n"},
    {"Library", SHARED_16 "FPTRunName \"Run 1\"\n" "MaxMDLFileLineLength 120\n"
        "UpdateHistory \"UpdateHistoryNever\"\n" "ModifiedByFormat \"%<Auto>\"\n"
        "ModifiedDateFormat \"%<Auto>\"\n" "ConfigurationManager \"none\"\n"
        "SampleTimeColors off\n" "SampleTimeAnnotations off\n" "LibraryLinkDisplay \"none\"\n"
        "WideLines off\n" "ShowLineDimensions off\n" "ShowPortDataTypes off\n"
        "ShowDesignRanges off\n" SHARED_15 "PauseTimes \"5\"\n" "NumberOfSteps 1\n"
        "SnapshotBufferSize 10\n" "SnapshotInterval 10\n" "NumberOfLastSnapshots 0\n" SHARED_14
        "CovEnableCumulative on\n" SHARED_13 "ExplicitPartitioning off\n"},
    {"MaskDefaults", "SelfModifiable \"off\"\n" "IconFrame \"on\"\n" "IconOpaque \"on\"\n"
        "RunInitForIconRedraw \"off\"\n" "IconRotate \"none\"\n" "PortRotate \"default\"\n"
        "IconUnits \"autoscale\"\n"},
    {"MaskParameterDefaults", "Evaluate \"on\"\n" "Tunable \"on\"\n" "NeverSave \"off\"\n"
        "Internal \"off\"\n" "ReadOnly \"off\"\n" "Enabled \"on\"\n" "Visible \"on\"\n"
        "ToolTip \"on\"\n"},
    {"Model", SHARED_21 "FPTRunName \"Run 1\"\n" "MaxMDLFileLineLength 120\n"
        "UpdateHistory \"UpdateHistoryNever\"\n" "ModifiedByFormat \"%<Auto>\"\n"
        "ModifiedDateFormat \"%<Auto>\"\n" "ConfigurationManager \"none\"\n" SHARED_20
        "ShowDesignRanges off\n" SHARED_19 "PauseTimes \"5\"\n" "NumberOfSteps 1\n"
        "SnapshotBufferSize 10\n" "SnapshotInterval 10\n" "NumberOfLastSnapshots 0\n" SHARED_18
        "CovEnableCumulative on\n" SHARED_17 "ExplicitPartitioning off\n"},
    {"Simulink.CodeAppCC", SHARED_24 "OperatorAnnotations off\n" SHARED_23
        "CustomSymbolStrUtil \"$N$C\"\n" SHARED_22 "InternalIdentifier \"Shortened\"\n"
        "InlinedPrmAccess \"Literals\"\n" "ReqsInCode off\n" "UseSimReservedNames off\n"},
    {"Simulink.ConfigSet", "CurrentDlgPage \"Solver\"\n"
        "ConfigPrmDlgPosition [ 520, 225, 1400, 855 ]\n"},
    {"Simulink.DataIOCC", SHARED_26 "SignalLoggingSaveFormat \"ModelDataLogs\"\n" SHARED_25},
    {"Simulink.DebuggingCC", SHARED_30 "FcnCallInpInsideContextMsg \"EnableAllAsWarning\"\n"
        SHARED_29 "FrameProcessingCompatibilityMsg \"warning\"\n" SHARED_28
        "SimStateOlderReleaseMsg \"error\"\n" SHARED_27
        "SFUnconditionalTransitionShadowingDiag \"warning\"\n"
        "SFUndirectedBroadcastEventsDiag \"warning\"\n"
        "SFTransitionActionBeforeConditionDiag \"warning\"\n"},
    {"Simulink.GRTTargetCC", "TargetFcnLib \"ansi_tfl_table_tmw.mat\"\n" "TargetLibSuffix \"\"\n"
        "TargetPreCompLibLocation \"\"\n" "CodeReplacementLibrary \"ANSI_C\"\n"
        "UtilityFuncGeneration \"Auto\"\n" "ERTMultiwordTypeDef \"System defined\"\n" SHARED_33
        "ConcurrentExecutionCompliant on\n" SHARED_32
        "MATLABClassNameForMDSCustomization \"Simulink.SoftwareTarget.GRTCustomization\"\n"
        "ModelStepFunctionPrototypeControlCompliant off\n" "CPPClassGenCompliant off\n"
        "AutosarCompliant off\n" "GRTInterface on\n" "GenerateAllocFcn off\n" SHARED_31
        "RTWCAPIRootIO off\n" "GenerateASAP2 off\n"},
    {"Simulink.HardwareCC", "ProdBitPerChar 8\n" "ProdBitPerShort 16\n" "ProdBitPerInt 32\n"
        "ProdBitPerLong 32\n" "ProdBitPerLongLong 64\n" SHARED_37 "ProdLongLongMode off\n"
        SHARED_36 "TargetBitPerLongLong 64\n" SHARED_35 "TargetLongLongMode off\n" SHARED_34},
    {"Simulink.OptimizationCC", SHARED_40 "UseFloatMulNetSlope off\n"
        "DefaultUnderspecifiedDataType \"double\"\n" SHARED_39
        "ActiveStateOutputEnumStorageType \"Native Integer\"\n" SHARED_38
        "ParallelExecutionInRapidAccelerator on\n"},
    {"Simulink.RTWCC", "SystemTargetFile \"grt.tlc\"\n" "TLCOptions \"\"\n" "GenCodeOnly off\n"
        "MakeCommand \"make_rtw\"\n" "GenerateMakefile on\n"
        "PackageGeneratedCodeAndArtifacts off\n" "PackageName \"\"\n"
        "TemplateMakefile \"grt_default_tmf\"\n" "PostCodeGenCommand \"\"\n" "Description \"\"\n"
        SHARED_42 "ProcessScript \"\"\n" "ConfigurationScript \"\"\n" "ConfigAtBuild off\n"
        "RTWUseLocalCustomCode off\n" "RTWUseSimCustomCode off\n" "CustomSourceCode \"\"\n"
        "CustomHeaderCode \"\"\n" "CustomInclude \"\"\n" "CustomSource \"\"\n"
        "CustomLibrary \"\"\n" "CustomInitializer \"\"\n" "CustomTerminator \"\"\n"
        "Toolchain \"Automatically locate an installed toolchain\"\n"
        "BuildConfiguration \"Faster Builds\"\n" "IncludeHyperlinkInReport off\n"
        "LaunchReport off\n" "PortableWordSizes off\n" "GenerateErtSFunction off\n"
        "CreateSILPILBlock \"None\"\n" "CodeExecutionProfiling off\n"
        "CodeExecutionProfileVariable \"executionProfile\"\n"
        "CodeProfilingSaveOptions \"SummaryOnly\"\n" "CodeProfilingInstrumentation off\n"
        "SILDebugging off\n" SHARED_41 "GenerateWebview off\n" "GenerateCodeMetricsReport off\n"
        "GenerateCodeReplacementReport off\n" "RTWCompilerOptimization \"Off\"\n"
        "RTWCustomCompilerOptimizations \"\"\n" "CheckMdlBeforeBuild \"Off\"\n"
        "CustomRebuildMode \"OnUpdate\"\n" "DataInitializer \"\"\n"
        "SharedConstantsCachingThreshold 1024\n"},
    {"Simulink.SFSimCC", SHARED_43 "SimGenImportedTypeDefs off\n"},
    {"Simulink.SolverCC", SHARED_45 "EnableConcurrentExecution off\n" SHARED_44},
    {0}};

/* clang-format on */
