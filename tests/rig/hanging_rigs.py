"""Rigs with hair, tails, ears and cloth: the bones of well-known conventions, drawn on a body.

Each one says where its names come from. The chains that an artist would pick are written by hand.
"""

from __future__ import annotations

from hanging_drawing import BACK, UP, HangingRig, Ring, Row

HEAD_BACK, HEAD_SIDE, HEAD_TOP = (-0.1, 0.0, 0.1), (0.0, 0.08, 0.1), (0.0, 0.06, 0.2)
TAIL_AT, EYE, CHIN = (-0.1, 0.0, 0.0), (0.1, 0.03, 0.1), (0.06, 0.0, 0.0)
EIGHT, THREE = tuple("01234567"), tuple("012")
PULLED = "afdfb0febab443d39c27f925bfbce69d"

RIGS = {
    "VRoid Studio, fox": HangingRig(
        origin="J_Sec and J_Opt bones of VRoid Studio's VRM files, as listed by VRM tools",
        base="vroid",
        dropped="J_Sec",
        parts=[
            Row("J_Bip_C_Head", "J_Sec_Hair1_01, J_Sec_Hair2_01, J_Sec_Hair3_01", HEAD_BACK),
            Row("J_Bip_C_Head", "J_Sec_Hair1_02, J_Sec_Hair2_02, J_Sec_Hair2_end_02", HEAD_SIDE),
            Row("J_Bip_C_Head", ", ".join(f"x.transferable_HairJoint-{PULLED}-{i}"
                                          for i in (1, 2, 3)), CHIN),
            Row("J_Bip_C_Head", "J_Opt_{L,R}_RabbitEar1_01, J_Opt_{L,R}_RabbitEar2_01, "
                "J_Opt_{L,R}_RabbitEar2_end_01", HEAD_TOP, UP),
            Row("J_Bip_C_UpperChest", "J_Sec_{L,R}_Bust1, J_Sec_{L,R}_Bust2, J_Sec_{L,R}_Bust2_end",
                (0.1, 0.08, 0.0), (0.05, 0.0, 0.0)),
            Row("J_Bip_C_Hips", "J_Opt_C_FoxTail1_01, J_Opt_C_FoxTail2_01, J_Opt_C_FoxTail3_01, "
                "J_Opt_C_FoxTail3_end_01", TAIL_AT, BACK),
            Row("J_Bip_{L,R}_UpperLeg", "J_Sec_{L,R}_SkirtBack0_01, J_Sec_{L,R}_SkirtBack1_01, "
                "J_Sec_{L,R}_SkirtBack2_01, J_Sec_{L,R}_SkirtBack2_end_01", (-0.1, 0.0, 0.1)),
            Row("J_Bip_{L,R}_UpperLeg", "J_Sec_{L,R}_SkirtFront0_01, J_Sec_{L,R}_SkirtFront1_01, "
                "J_Sec_{L,R}_SkirtFront2_01, J_Sec_{L,R}_SkirtFront2_end_01", (0.1, 0.0, 0.1)),
            Row("J_Bip_{L,R}_UpperArm", "x.transferable_J_Sec_{L,R}_TopsUpperArmInside, "
                "x.transferable_J_Sec_{L,R}_TopsUpperArmInside_end", (0.0, 0.05, -0.05)),
        ],
        chains=[
            "soft: J_Sec_{L,R}_Bust1",
            "hair: J_Sec_Hair1_01, J_Sec_Hair2_01, J_Sec_Hair3_01",
            "hair: J_Sec_Hair1_02, J_Sec_Hair2_02",
            f"hair: x.transferable_HairJoint-{PULLED}-1, x.transferable_HairJoint-{PULLED}-2, "
            f"x.transferable_HairJoint-{PULLED}-3",
            "tail: J_Opt_{L,R}_RabbitEar1_01, J_Opt_{L,R}_RabbitEar2_01",
            "tail: J_Opt_C_FoxTail1_01, J_Opt_C_FoxTail2_01, J_Opt_C_FoxTail3_01",
            "cloth: J_Sec_{L,R}_SkirtBack0_01, J_Sec_{L,R}_SkirtBack1_01, "
            "J_Sec_{L,R}_SkirtBack2_01",
            "cloth: J_Sec_{L,R}_SkirtFront0_01, J_Sec_{L,R}_SkirtFront1_01, "
            "J_Sec_{L,R}_SkirtFront2_01",
            "cloth: x.transferable_J_Sec_{L,R}_TopsUpperArmInside",
        ],
        rows=[[f"J_Sec_{s}_Skirt{end}0_01" for s in "LR" for end in ("Front", "Back")]],
    ),
    "MikuMikuDance, Miku": HangingRig(
        origin="the standard model's bone list, as MMD converters translate it",
        base="mmd",
        parts=[
            Row("頭", "{左,右}髪１, {左,右}髪２, {左,右}髪３, {左,右}髪４, {左,右}髪先",
                (-0.05, 0.12, 0.15)),
            Row("頭", "前髪１, 前髪２", (0.1, 0.0, 0.15)),
            Row("頭", "{左,右}髪ＩＫ", (-0.05, 0.12, -0.3)),
            Row("頭", "舌１, 舌２", CHIN, (0.02, 0.0, 0.0)),
            Row("上半身2", "ﾈｸﾀｲ１, ﾈｸﾀｲ２, ﾈｸﾀｲ３", (0.1, 0.0, 0.1)),
            Row("上半身2", "{左,右}胸, {左,右}胸先", (0.1, 0.08, 0.0), (0.05, 0.0, 0.0)),
            Row("下半身", "{左,右}スカート前, {左,右}スカート前先", (0.1, 0.08, 0.0)),
            Row("下半身", "{左,右}スカート後, {左,右}スカート後先", (-0.1, 0.08, 0.0)),
            Row("{左,右}手首", "{左,右}ダミー", (0.0, 0.05, -0.1)),
            Row("{左,右}手首", "{左,右}親指１, {左,右}親指２", (0.02, 0.0, -0.05), (0, 0, -0.03)),
        ],
        chains=[
            "soft: {左,右}胸",
            "hair: {左,右}髪１, {左,右}髪２, {左,右}髪３, {左,右}髪４",
            "hair: 前髪１, 前髪２",
            "cloth: ﾈｸﾀｲ１, ﾈｸﾀｲ２, ﾈｸﾀｲ３",
            "cloth: {左,右}スカート前",
            "cloth: {左,右}スカート後",
        ],
        rows=[["左スカート前", "右スカート前", "左スカート後", "右スカート後"]],
    ),
    "MikuMikuDance, skirt in a grid": HangingRig(
        origin="PMX models whose skirts are named スカート_row_column, with a cat's ears and tail",
        base="mmd_tools",
        parts=[
            Ring("下半身", "スカート_{j}_{i}", EIGHT, THREE),
            Row("頭", "猫耳１.{L,R}, 猫耳２.{L,R}", HEAD_TOP, UP),
            Row("頭", "もみあげ１.{L,R}, もみあげ２.{L,R}", HEAD_SIDE),
            Row("頭", "リボン１.{L,R}, リボン２.{L,R}", HEAD_TOP, (0, 0.05, -0.05)),
            Row("下半身", "尻尾１, 尻尾２, 尻尾３, 尻尾４", TAIL_AT, BACK),
            Row("肩.{L,R}", "袖飾り.{L,R}, 袖飾り先.{L,R}", (0, 0.1, -0.05)),
        ],
        chains=[
            *(f"cloth: スカート_0_{i}, スカート_1_{i}, スカート_2_{i}" for i in EIGHT),
            "tail: 猫耳１.{L,R}, 猫耳２.{L,R}",
            "hair: もみあげ１.{L,R}, もみあげ２.{L,R}",
            "cloth: リボン１.{L,R}, リボン２.{L,R}",
            "tail: 尻尾１, 尻尾２, 尻尾３, 尻尾４",
            "cloth: 袖飾り.{L,R}",
        ],
        rows=[[f"スカート_0_{i}" for i in EIGHT]],
    ),
    "Mixamo, kobold with a braid": HangingRig(
        origin="Mixamo's names; the tail as in a public game's script that adds one",
        base="mixamo",
        parts=[
            Row("mixamorig:Hips", "mixamorig:Tail1, mixamorig:Tail2, mixamorig:Tail3, "
                "mixamorig:Tail3_end", TAIL_AT, BACK),
            Row("mixamorig:Head", "mixamorig:Braid_01, mixamorig:Braid_02, mixamorig:Braid_03",
                HEAD_BACK),
            Row("mixamorig:Head", "mixamorig:{Left,Right}Eye", EYE, (0.02, 0.0, 0.0)),
            Row("mixamorig:RightHand", "mixamorig:Sword_joint", (0.0, 0.0, -0.1)),
        ],
        chains=[
            "tail: mixamorig:Tail1, mixamorig:Tail2, mixamorig:Tail3",
            "hair: mixamorig:Braid_01, mixamorig:Braid_02, mixamorig:Braid_03",
        ],
    ),
    "Unreal, long coat": HangingRig(
        origin="the bones of a shooter on the Unreal 4 mannequin, as listed by its modders",
        base="unreal_4",
        parts=[
            Ring("pelvis", "coat_{i}_0{j}", ("b", "fl", "l", "r", "fr"), tuple("1234"), 0.2),
            Ring("pelvis", "skirt_{i}_0{j}", ("f", "l", "b", "r"), tuple("123"), 0.14),
            Row("head", "hair_01, hair_02", HEAD_BACK),
            Row("spine_03", "backpack_01, backpack_02", (-0.15, 0.0, 0.0)),
            Row("pelvis", "Slot_SideArm", (0.0, -0.15, 0.0)),
            Row("pelvis", "VB_spine_03_spine_03", (0.0, 0.0, 0.1)),
            Row("hand_r", "weapon_r, weapon_r_magazine", (0.0, 0.0, -0.1)),
            Row("calf_{l,r}", "calf_correctiveRoot_{l,r}, calf_knee_{l,r}", (0.05, 0.0, 0.0)),
        ],
        chains=[
            *(f"cloth: coat_{i}_01, coat_{i}_02, coat_{i}_03, coat_{i}_04"
              for i in ("b", "fl", "l", "r", "fr")),
            *(f"cloth: skirt_{i}_01, skirt_{i}_02, skirt_{i}_03" for i in "flbr"),
            "hair: hair_01, hair_02",
            "strap: backpack_01, backpack_02",
        ],
        rows=[[f"coat_{i}_01" for i in ("b", "fl", "l", "r", "fr")],
              [f"skirt_{i}_01" for i in "flbr"]],
    ),
    "Auto-Rig Pro, with tail and ears": HangingRig(
        origin="Auto-Rig Pro's exported bones, as listed by public horse and sheep rigs",
        base="auto_rig_pro",
        parts=[
            Row("root.x", "c_tail_00.x, c_tail_01.x, c_tail_02.x, c_tail_03.x", TAIL_AT, BACK),
            Row("head.x", "c_ear_01.{l,r}, c_ear_02.{l,r}", HEAD_TOP, UP),
            Row("head.x", "c_jawbone.x, tong_01.x, tong_02.x", CHIN, (0.03, 0.0, 0.0)),
            Row("head.x", "c_eyelid_top_01.{l,r}", EYE, (0.02, 0.0, 0.0)),
            Row("spine_02.x", "breast_01.{l,r}, breast_02.{l,r}", (0.1, 0.08, 0.0)),
        ],
        chains=[
            "soft: breast_01.{l,r}",
            "tail: c_tail_00.x, c_tail_01.x, c_tail_02.x, c_tail_03.x",
            "tail: c_ear_01.{l,r}, c_ear_02.{l,r}",
        ],
    ),
    "Daz Genesis 8, dress": HangingRig(
        origin="Daz Genesis 8's figure with the names that its hair and dresses bring",
        base="daz_8",
        parts=[
            Row("head", "{l,r}Ear", (0.0, 0.08, 0.1), (0.0, 0.02, 0.03)),
            Row("head", "{l,r}Eye", EYE, (0.02, 0.0, 0.0)),
            Row("head", "lowerFaceRig, {l,r}NasolabialLower, LipBelow", CHIN, (0.02, 0.0, 0.0)),
            Row("head", "HairBack1, HairBack2, HairBack3, HairBack4", HEAD_BACK),
            Ring("pelvis", "Dress{i}{j}", ("Front", "Left", "Back", "Right"), THREE, 0.18),
        ],
        chains=[
            "soft: {l,r}Pectoral",
            "hair: HairBack1, HairBack2, HairBack3, HairBack4",
            *(f"cloth: Dress{i}0, Dress{i}1, Dress{i}2"
              for i in ("Front", "Left", "Back", "Right")),
        ],
        rows=[[f"Dress{i}0" for i in ("Front", "Left", "Back", "Right")]],
    ),
    "3ds Max Biped, schoolgirl": HangingRig(
        origin="Biped's own ponytails, and the skirt and tie of a public model's bone list",
        base="biped",
        parts=[
            Row("Bip001 Head", "Bip001 Ponytail1, Bip001 Ponytail11, Bip001 Ponytail12, "
                "Bip001 Ponytail1Nub", HEAD_BACK),
            Row("Bip001 Head", "Hair_F_{L,R}_01, Hair_F_{L,R}_02", (0.1, 0.05, 0.2)),
            Row("Bip001 Head", "Eyebrow_{L,R}_01", EYE, (0.02, 0.0, 0.0)),
            Row("Bip001 Spine1", "Acc_Necktie_01, Acc_Necktie_02", (0.1, 0.0, 0.2)),
            Ring("Bip001 Pelvis", "Skirt_{i}_0{j}", tuple("FLBR"), tuple("12")),
            Row("Bip001 R Hand", "Bip001 Prop1", (0.0, 0.0, -0.1)),
        ],
        chains=[
            "hair: Bip001 Ponytail1, Bip001 Ponytail11, Bip001 Ponytail12",
            "hair: Hair_F_{L,R}_01, Hair_F_{L,R}_02",
            "cloth: Acc_Necktie_01, Acc_Necktie_02",
            *(f"cloth: Skirt_{i}_01, Skirt_{i}_02" for i in "FLBR"),
        ],
        rows=[[f"Skirt_{i}_01" for i in "FLBR"]],
    ),
    "Second Life, Bento": HangingRig(
        origin="the Bento skeleton's tail, ears, wings and hind limbs",
        base="second_life",
        dropped="mTail",
        parts=[
            Row("mPelvis", "mTail1, mTail2, mTail3, mTail4, mTail5, mTail6", TAIL_AT, BACK),
            Row("mHead", "mFaceEar1{Left,Right}, mFaceEar2{Left,Right}", HEAD_TOP, UP),
            Row("mHead", "mFaceJaw, mFaceTongueBase, mFaceTongueTip", CHIN, (0.02, 0.0, 0.0)),
            Row("mWingsRoot", "mWing1{Left,Right}, mWing2{Left,Right}, mWing3{Left,Right}",
                (-0.1, 0.1, 0.1), (-0.05, 0.2, 0.0)),
            Row("mPelvis", "mHindLimb1{Left,Right}, mHindLimb2{Left,Right}, mHindLimb3{Left,Right}",
                (-0.2, 0.1, 0.0)),
        ],
        chains=[
            "tail: mTail1, mTail2, mTail3, mTail4, mTail5, mTail6",
            "tail: mFaceEar1{Left,Right}, mFaceEar2{Left,Right}",
        ],
    ),
    "Unity-chan": HangingRig(
        origin="the bones of unity3d-jp/unitychan-crs, CandyRockStar.fbx.meta",
        base="human_ik",
        parts=[
            Row("Character1_Head", "J_B_HairTail_00, J_B_HairTail_01, J_B_HairTail_02, "
                "J_B_HairTail_02_end", HEAD_BACK),
            Row("Character1_Head", "J_{L,R}_HairTail_A00, J_{L,R}_HairTail_A01, "
                "J_{L,R}_HairTail_A02, J_{L,R}_HairTail_A02_end", HEAD_SIDE),
            Row("Character1_Head", "J_{L,R}_HairFront_00, J_{L,R}_HairFront_01", (0.1, 0.05, 0.2)),
            Row("Character1_Head", "J_{L,R}_HeadRibbon_00, J_{L,R}_HeadRibbon_01, "
                "J_{L,R}_HeadRibbon_02", HEAD_TOP, (0.0, 0.04, -0.02)),
            Row("Character1_Head", "locator_Eye_{L,R}", EYE, (0.02, 0.0, 0.0)),
            Row("Character1_Spine2", "J_{L,R}_Mune_00, J_{L,R}_Mune_01, J_{L,R}_Mune_01_end",
                (0.1, 0.08, 0.0), (0.05, 0.0, 0.0)),
            Row("Character1_Hips", "J_{L,R}_Suso_00, J_{L,R}_Suso_01, J_{L,R}_Suso_01_end",
                (0.0, 0.16, 0.05)),
            Row("Character1_Hips", "J_B_SusoBack_00, J_B_SusoBack_00_end", (-0.15, 0.0, 0.05)),
        ],
        chains=[
            "soft: J_{L,R}_Mune_00",
            "hair: J_B_HairTail_00, J_B_HairTail_01, J_B_HairTail_02",
            "hair: J_{L,R}_HairTail_A00, J_{L,R}_HairTail_A01, J_{L,R}_HairTail_A02",
            "hair: J_{L,R}_HairFront_00, J_{L,R}_HairFront_01",
            "cloth: J_{L,R}_HeadRibbon_00, J_{L,R}_HeadRibbon_01, J_{L,R}_HeadRibbon_02",
            "cloth: J_{L,R}_Suso_00, J_{L,R}_Suso_01",
            "cloth: J_B_SusoBack_00",
        ],
    ),
    "Source engine, cape": HangingRig(
        origin="ValveBiped's names with jiggle bones as modders add them",
        base="source_engine",
        parts=[
            Row("ValveBiped.Bip01_Spine4", "cape_{l,r}_01, cape_{l,r}_02, cape_{l,r}_03, "
                "cape_{l,r}_04", (-0.15, 0.08, 0.0), (-0.02, 0.0, -0.2)),
            Row("ValveBiped.Bip01_Head1", "scarf1, scarf2, scarf3", (-0.1, 0.05, -0.1)),
            Row("ValveBiped.Bip01_Pelvis", "jiggle_pouch", (0.0, 0.16, 0.0)),
            Row("ValveBiped.Bip01_Head1", "hat, hat_tip", (0.0, 0.0, 0.2), UP),
        ],
        chains=[
            "cloth: cape_{l,r}_01, cape_{l,r}_02, cape_{l,r}_03, cape_{l,r}_04",
            "cloth: scarf1, scarf2, scarf3",
            "strap: jiggle_pouch",
        ],
        rows=[["cape_l_01", "cape_r_01"]],
    ),
    "robot with antennae": HangingRig(
        origin="made up: a robot with cables, a jetpack and a head that hair tools do not know",
        base="synty",
        parts=[
            Row("Head", "Antenna_01_{L,R}, Antenna_02_{L,R}, Antenna_03_{L,R}", HEAD_TOP, UP),
            Row("Spine_03", "Cable_{L,R}.001, Cable_{L,R}.002, Cable_{L,R}.003", (-0.1, 0.1, 0.1)),
            Row("Spine_03", "Jetpack, Thruster_{L,R}", (-0.2, 0.1, 0.0)),
            Row("Head", "Visor, Visor_Glass", EYE, (0.03, 0.0, 0.0)),
            Row("Hand_R", "Gun, Gun_Barrel, Gun_Muzzle", (0.0, 0.0, -0.1)),
            Row("LowerLeg_{L,R}", "Piston_{L,R}, Piston_Rod_{L,R}", (0.05, 0.0, 0.0)),
        ],
        chains=[
            "tail: Antenna_01_{L,R}, Antenna_02_{L,R}, Antenna_03_{L,R}",
            "strap: Cable_{L,R}.001, Cable_{L,R}.002, Cable_{L,R}.003",
        ],
    ),
    "Unreal, archer": HangingRig(
        origin="Sparrow of Epic's Paragon, whose joints a public export script lists",
        base="unreal_4",
        parts=[
            Row("pelvis", "front_strap_01, front_strap_02", (0.12, 0.0, 0.0)),
            Row("pelvis", "front_strap_small", (0.12, 0.05, 0.0)),
            Row("pelvis", "skirt_back_cloth_01, skirt_back_cloth_02", (-0.14, 0.0, 0.0)),
            Row("pelvis", "skirt_cloth_l_01, skirt_cloth_l_02", (0.0, 0.16, 0.0)),
            Row("pelvis", "skirt_front_cloth_01, skirt_front_cloth_02", (0.14, 0.0, 0.0)),
            Row("spine_03", "back_tail_cloth_01, back_tail_cloth_02", (-0.14, 0.0, 0.0)),
            Row("spine_03", "breast_chain", (0.14, 0.0, 0.0)),
            Row("spine_03", "brooch_front_{l,r}", (0.14, 0.05, 0.1), (0.01, 0.0, 0.0)),
            Row("spine_03", "chest_cloth_{l,r}_01, chest_cloth_{l,r}_02", (0.12, 0.1, 0.0)),
            Row("head", "eyeball_{l,r}", EYE, (0.02, 0.0, 0.0)),
            Row("head", "eyelid_top_{l,r}", EYE, (0.02, 0.0, 0.0)),
            Row("head", "hair_curls_A_{l,r}_01", HEAD_SIDE),
            Row("head", "jaw", CHIN, (0.05, 0.0, 0.0)),
            Row("head", "ponytail_01, ponytail_02, ponytail_03, ponytail_04", HEAD_BACK),
            Row("hand_l", "bow_base, bow_shaft_top_01, bow_shaft_top_02, bow_string_top",
                (0.0, 0.0, -0.05), (0.0, 0.0, 0.2)),
            Row("thigh_r", "quiver", (0.0, -0.1, 0.0)),
        ],
        chains=[
            "strap: front_strap_01, front_strap_02",
            "strap: front_strap_small",
            "cloth: skirt_back_cloth_01, skirt_back_cloth_02",
            "cloth: skirt_cloth_l_01, skirt_cloth_l_02",
            "cloth: skirt_front_cloth_01, skirt_front_cloth_02",
            "cloth: back_tail_cloth_01, back_tail_cloth_02",
            "strap: breast_chain",
            "cloth: chest_cloth_{l,r}_01, chest_cloth_{l,r}_02",
            "hair: hair_curls_A_{l,r}_01",
            "hair: ponytail_01, ponytail_02, ponytail_03, ponytail_04",
            "strap: quiver",
        ],
        rows=[["skirt_back_cloth_01", "skirt_cloth_l_01", "skirt_front_cloth_01"]],
    ),
    "no names": HangingRig(
        origin="made up: Blender's numbers for every bone, so that only the shape tells",
        base="numbers_only",
        parts=[
            Row("Bone.004", "Bone.100, Bone.101, Bone.102", HEAD_BACK),
            Row("Bone.004", "Bone.110, Bone.111", CHIN, (0.03, 0.0, 0.0)),
            Row("Bone", "Bone.120, Bone.121, Bone.122, Bone.123", TAIL_AT, BACK),
            Ring("Bone", "Bone.2{i}{j}", EIGHT, THREE),
            Row("Bone.002", "Bone.130, Bone.131", (0.1, 0.1, 0.1)),
            Row("Bone.002", "Bone.140", (0.1, 0.1, 0.0)),
            Row("Bone.{008,013}", "Bone.{150,160}, Bone.{151,161}", (0.0, 0.0, -0.05)),
        ],
        chains=[
            "hair: Bone.100, Bone.101, Bone.102",
            "tail: Bone.120, Bone.121, Bone.122, Bone.123",
            *(f"cloth: Bone.2{i}0, Bone.2{i}1, Bone.2{i}2" for i in EIGHT),
            "strap: Bone.130, Bone.131",
        ],
        rows=[[f"Bone.2{i}0" for i in EIGHT]],
    ),
    "Spanish": HangingRig(
        origin="made up: Spanish words, as artists name their own rigs",
        base="spanish",
        parts=[
            Row("Cabeza", "Trenza.{izq,der}, Trenza.{izq,der}.001", HEAD_SIDE),
            Row("Pelvis_Raiz", "Cola, Cola.001, Cola.002", TAIL_AT, BACK),
            Ring("Pelvis_Raiz", "Falda.{i}.{j}", tuple("1234"), tuple("12")),
            Row("Pecho", "Mochila, Mochila.001", (-0.15, 0.0, 0.0)),
            Row("Cabeza", "Boca, Lengua", CHIN, (0.02, 0.0, 0.0)),
        ],
        chains=[
            "hair: Trenza.{izq,der}, Trenza.{izq,der}.001",
            "tail: Cola, Cola.001, Cola.002",
            *(f"cloth: Falda.{i}.1, Falda.{i}.2" for i in "1234"),
            "strap: Mochila, Mochila.001",
        ],
        rows=[[f"Falda.{i}.1" for i in "1234"]],
    ),
}  # fmt: skip
