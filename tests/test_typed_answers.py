"""Typed text means the same in JupyterLab and on the page, and gets the same verdict."""

import json
import subprocess

import pytest
from headless import node
from mistakes import ALSO_RIGHT, CHOICES, DATA, NUMBERS, WRONG, mistakes, row_of

from evalcore.exercises import check, find, tasks
from evalcore.exercises.judging import unread
from evalcore.exercises.reading import direction, readings
from evalcore.frontend import HERE
from evalcore.language import speak

TYPED = {  # by the expected count: typed text, and all its possible readings
    1: {
        "48 %": [0.48], "48%": [0.48], "0,48": [0.48], ".58": [0.58], "3/5": [0.6], "3 ÷ 5": [0.6], "1e-3": [0.001],
        "2**15*6/16": [12288], "2^15·6/16": [12288], "64×5+1": [321], "64x5 + 1": [321], "(0.25)": [0.25], "2,": [2],
        "sqrt(0.09*0.91/200)": [(0.09 * 0.91 / 200) ** 0.5], "np.sqrt(4)": [2], "√2": [2**0.5], "ln(e)": [1],
        "log10(1000) - 1": [2], "exp(-1)": [0.36787944117144233], "−1.89": [-1.89], "－１．８９": [-1.89],
        "４８％": [0.48], "０．６８": [0.68], "０，４８": [0.48], "（３＋２）／１０": [0.5], "Ｐ＝０．６": [0.6],
        "查准率：０．６": [0.6],         "６．８×１０－１": [67], "。68": [],
        "12,288": [12288, 12.288], "12 288": [12288], "12_288": [12288], "1 234,5": [1234.5], "0,375": [0.375],
        "P = 0.6": [0.6], "≈0.6": [0.6], "0.3²": [0.09], "5×10⁻³": [0.005], "-2**2": [-4], "2**-1": [0.5],
        "1 - 2 - 3": [-4], "2 * (1 + 3) / 4": [2], "12,288,000": [12288000], "28 379 3304": [], "1,2,3": [],
        "": [], "one half": [0.5], "1 +": [], "(1": [], "1)": [], "alert(1)": [], "1/0": [], "1/(1/0)": [],
        "10**999": [],
        "(-8)**(1/3)": [], "nan": [], "inf": [], "(1, 2)*3": [], "1:2": [], "٣": [], "1" * 500: [],
        "90 examples": [90], "30 false alarms": [30], "90examples": [90], "degree 7": [7], "about 0.6": [0.6],
        "£0.35": [0.35], "€ 0.35": [0.35], "0.35元": [0.35], "30个": [30], "5次": [5], "约0.6": [0.6], "P0.6": [0.6],
        "258 per 1000": [0.258, 258], "2.23 per melon": [2.23], "18 of 200": [0.09, 18], "9 errors of 50": [0.18, 9],
        "p < 0.1": [0.1], "p ≤ 0.1": [0.1], "below 0.1": [0.1], "±0.17": [0.17], "0.333...": [0.333], "0.6.": [0.6],
        "(5+1)(4+1)+1": [31], "2(3+1)": [8], "(5 + 1) (4 + 1)": [30], "3/5 = 0.6": [0.6], "P(+)cost = 0.385": [0.385],
        "１８／２００＝０．０９": [0.09], "48 percent": [0.48], "48 per cent": [0.48], "百分之48": [0.48],
        "minus 3": [-3], "负3": [-3], "3 times 4 plus 1": [13], "AUC 0.67 (rounded)": [0.67],
        "F1 0.5": [0.5], "(a) 0.5": [0.5],
        "not 0.5": [], "half": [], "1.5 million": [], "200万": [], "不是0.6": [], "2 pi": [], "alert()": [],
        "1 to 2": [], "to": [], ";": [],
        "(|6-19|-1)^2/25": [5.76], "(abs(6-19)-1)**2/25": [5.76],
        "18 in 200": [0.09, 18], "1 in 200": [0.005, 1], "70 in 200 melons": [0.35, 70], "1 in 10": [0.1, 1],
        "B – 0.223": [0.223], "e - 1": [1.718281828459045], "P -0.3": [-0.3],
        "P(+)cost 0.6": [0.6], "P(+)cost is 0.6": [0.6], "P(+)cost: 0.6": [0.6], "P(+)cost为0.6": [0.6],
        "B, 0.223": [0.223], '("B", 0.223)': [0.223], "('B', 0.223)": [0.223], "Classifier B, 0.2233": [0.2233],
        "B，0.223": [0.223], "the median, 3": [3],
        "2/7 ≈ 0.286": [2 / 7, 0.286], "0.61 (11/18)": [0.61, 11 / 18], "258 (160 + 98)": [258], "10 % (0.1)": [0.1],
        "5/8 or 0.625": [0.625], "9 errors (18 %)": [9], "5/8，即0.625": [0.625], "x = 3/5 = 0.6": [0.6],
        "2/7 ≈ 0.35": [], "12 or 13": [], "x = 3, y = 5": [], "sqrt (4)": [2],
        "seven": [7], "twelve": [12], "forty-eight": [48], "one sixth": [1 / 6], "two thirds": [2 / 3],
        "about one half": [0.5], "七": [7], "十二": [12], "四十八": [48], "八分之五": [0.625], "百分之四十八": [0.48],
        "(5+3)/8≈1.0": [1], "8/(8+49.5)≈0.139": [8 / 57.5, 0.139], "0.48（48%）": [0.48], "0.48（48%）。": [0.48],
        "7/12（0.583）": [7 / 12, 0.583], "91（含∅）": [91], "91。": [91], "B（0.223）": [0.223],
        "approx. 0.7": [0.7], "ca. 0.7": [0.7], "about 0.7": [0.7], "i.e. 0.7": [0.7],
        "2/7, i.e. 0.286": [2 / 7, 0.286],
        "13.5, so 14": [14], "13.5 → 14": [14], "13.5 -> 14": [14], "13.5，取14": [14], "所以14": [14],
        "13, so 14, so 15": [15],
        "14, because 0.95^14 = 0.488": [14], "n=14，因为0.95^14<0.5": [14], "because 14": [14], "so 13 or 14": [],
        "2 (error 0.50)": [2], "0.124（召回率0.5625）": [0.124], "0.7 (AUC)": [0.7],
        "2 (of 4)": [2], "0.6 = 0.7 (of B)": [],
        "0.48 (0.52)": [], "0.48 (or 0.52)": [], "0.7 or 0.8 (B)": [], "(AUC) 0.7": [0.7], "AUC (0.7)": [0.7],
        "100 (sqrt(10000))": [100], "100 (= sqrt(10000))": [100], "100 (sqrt(400))": [], "9个（18%）": [9],
        "64*5 = 320, plus 1 = 321": [321], "24*15 = 360, +1 = 361": [361], "64×5=320，再加1，共321次": [321],
        "64*5 = 320 + 1 = 321": [321], "64*5 = 321 + 1 = 322": [], "64*5 = 320, plus 1 = 322": [],
        "P(X>=1) = 0.763": [0.763], "P（X≥1）＝0.763": [0.763], "根号10000=100": [100], "10的-1次方": [0.1],
        "2.02个百分点": [0.0202], "2 percentage points": [0.02],
        "一百": [100], "一千二百": [1200], "三百二十一": [321], "第二轮": [2], "两个假设": [2],
        "三位小数": [3], "至少三位": [3],
        "两个半": [], "三成": [], "一半": [], "两次以上": [], "两三个": [],
        "½": [0.5], "1⅔": [5 / 3], "1 1/3": [4 / 3], "-1 1/3": [-4 / 3],
    },
    2: {
        "正例150，负例50": [(150, 50)], "正例150，反例50。": [(150, 50)],
        "0.09 ± 0.02": [(0.09, 0.02)], "0.09 +- 0.02": [(0.09, 0.02)], "0.09 +/- 0.02": [(0.09, 0.02)],
        "0,09; 0,02": [(0.09, 0.02)], "0,25, 0,67": [(0.25, 0.67)], "0,25 0,67": [(0.25, 0.67)],
        "(0.25, 2/3)": [(0.25, 2 / 3)], "[0.25 0.67]": [(0.25, 0.67)], "0.25；0.67": [(0.25, 0.67)],
        "0.25，0.67": [(0.25, 0.67)], "０．６８；０．３２": [(0.68, 0.32)], "０．６８、３２％": [(0.68, 0.32)],
        "查准率＝0.6，查全率＝0.8": [(0.6, 0.8)], "0.6　0.8": [(0.6, 0.8)],
        "[ 1. -2.]": [(1, -2)], "64,320": [(64, 320)], "12 288": [(12, 288)],
        "low = 0.1, high = 0.2": [(0.1, 0.2)], "9 % and 2 %": [(0.09, 0.02)], "0.25": [],
        "3.3 % 21.8 %": [(3.3 / 100, 21.8 / 100)],
        "0.25 to 0.667": [(0.25, 0.667)], "between 0.25 and 0.667": [(0.25, 0.667)], "0.25–0.667": [(0.25, 0.667)],
        "from 0.25 to 2/3": [(0.25, 2 / 3)], "0.033 – 0.218": [(0.033, 0.218)], "0.01 … 0.05": [(0.01, 0.05)],
        "0.01...0.05": [(0.01, 0.05)], "0.25~0.667": [(0.25, 0.667)], "0.25到0.667": [(0.25, 0.667)],
        "从0.25至0.667": [(0.25, 0.667)], "0.825和0.675": [(0.825, 0.675)], "在0.25与0.667之间": [(0.25, 0.667)],
        "0,25 to 0,667": [(0.25, 0.667)], "82.5 % and 67.5 %": [(0.825, 0.675)], "7 and 3": [(7, 3)], "1 -2": [(1, -2)],
        "0.25 < p < 0.667": [(0.25, 0.667)], "30个和20个": [(30, 20)], "(a) 0.5 (b) 0.7": [(0.5, 0.7)],
        "a) 0.5, b) 0.7": [(0.5, 0.7)], "6 folds, 8 examples in each": [(6, 8)], "3 folds of 7": [(3, 7)],
        "-1 to 2": [(-1, 2)], "1: 0.5; 2: 0.7": [(0.5, 0.7)], "P 0.6 R 0.8": [(0.6, 0.8)], "0.09(0.02)": [(0.09, 0.02)],
        "(5+1)(4+1), 3": [(30, 3)], "查准率和查全率为0.6、0.8": [(0.6, 0.8)],
        "25 to 66.7 %": [(0.25, 0.667), (25, 0.667)], "25–66.7 %": [(0.25, 0.667), (25, 0.667)],
        "25 and 66.7 %": [(0.25, 0.667), (25, 0.667)], "9 ± 2 %": [(0.09, 0.02), (9, 0.02)],
        "1 to 5 %": [(0.01, 0.05), (1, 0.05)], "26 ± 6.2 %": [(0.26, 0.062), (26, 0.062)],
        "25到66.7％": [(0.25, 0.667), (25, 0.667)],
        "0.25 < P(+)cost < 0.667": [(0.25, 0.667)], "P(+)cost from 0.25 to 0.667": [(0.25, 0.667)],
        "P(+)cost在0.25与0.667之间": [(0.25, 0.667)], "0.667 > x > 0.25": [(0.25, 0.667)],
        "0.25 > x > 0.667": [(0.667, 0.25)], "95 % CI: 0.1 to 0.2": [(0.1, 0.2)],
        "95％置信区间为0.1到0.2": [(0.1, 0.2)],
        "x ∈ [0.1, 0.2]": [(0.1, 0.2)], "0.1 & 0.2": [(0.1, 0.2)], "150:50": [(150, 50)], "1 1/3": [(1, 1 / 3)],
        "1 1/3, 2 1/2": [(4 / 3, 2.5)],
        "3/4 = 0.75 and 2/4 = 0.5": [(0.75, 0.5)], "3/4 = 0.9 and 2/4 = 0.5": [],
        "18/200=0.09，0.0202": [(0.09, 0.0202)],
        "training error 0.2, test error 0.3": [(0.2, 0.3)], "0.2 (training), 0.3 (test)": [(0.2, 0.3)],
        "0.25 (1/4), 2/3 (0.667)": [(0.25, 2 / 3), (0.25, 0.667)], "0.25 (1/3), 0.667": [],
        "0.09（错误率），0.02（误差线）": [(0.09, 0.02)], "3/4=0.75,1/4=0.25": [(0.75, 0.25)],
        "0.04 → 0.06, 0.01 → 0.03": [(0.06, 0.03)], "0.2, 0.3 (or 0.4)": [], "0.2, so 0.3, so 0.4": [],
    },
    3: {
        "1,2,3": [(1, 2, 3)], "28 379 3304": [(28, 379, 3304)], "28, 379, 3,304": [(28, 379, 3304), (28, 379, 3.304)],
        "[1, 2]; 3": [(1, 2, 3)], "110": [(1, 1, 0)], "1; -1; 1": [(1, -1, 1)],
        "28, 28+351 = 379, 379+2925 = 3304": [(28, 379, 3304)], "110 (1)": [],
        "k = 1: 28; k = 2: 379; k = 3: 3304": [(28, 379, 3304)], "0.5, 0.4 and 0.2": [(0.5, 0.4, 0.2)],
    },
    8: {"11 00 11 00": [(1, 1, 0, 0, 1, 1, 0, 0)], "11，00，11，00": [(1, 1, 0, 0, 1, 1, 0, 0)], "11 00 11 0": []},
}  # fmt: skip


MEASURES = [["p", "precision", "查准率"], ["r", "recall", "查全率"], ["f1"]]
METHODS = [["hold-out", "留出法"], ["10-fold", "10折"], ["10 times 10-fold", "10次10折", "10x10"]]
PARTS = [["bias²", "偏差²"], ["variance", "方差"]]
LABELLED = [  # text, labels, and the numbers in the order of the labels
    ("R 0.25, P 0.75, F1 0.375", MEASURES, (0.75, 0.25, 0.375)),
    ("F1 = 0.375, P = 0.75, R = 0.25", MEASURES, (0.75, 0.25, 0.375)),
    ("F1 = 0,375, P = 0,75, R = 0,25", MEASURES, (0.75, 0.25, 0.375)),
    ("recall: 0.25; precision: 0.75; F1: 0.375", MEASURES, (0.75, 0.25, 0.375)),
    ("查全率 0.25，查准率 0.75，F1 0.375", MEASURES, (0.75, 0.25, 0.375)),
    ("0.75, 0.25, 0.375", MEASURES, (0.75, 0.25, 0.375)),
    ("F1 0.375, the others 0.75 and 0.25", MEASURES, (0.375, 0.75, 0.25)),  # not all labels: the order typed
    ("50 negatives, 150 positives", [["positives"], ["negatives"]], (150, 50)),
    ("50 negatives and 150 positives", [["positives"], ["negatives"]], (150, 50)),
    ("hold-out 5, 10-fold 10, 10 times 10-fold 100", METHODS, (5, 10, 100)),
    ("10x10 100, 10-fold 10 and hold-out 5", METHODS, (5, 10, 100)),
    ("留出法5，10折10，10次10折100", METHODS, (5, 10, 100)),
    ("bias² 25, variance 9.5", PARTS, (25, 9.5)),
    ("偏差² 25，方差 9.5", PARTS, (25, 9.5)),
    ("方差 – 9.5，偏差² – 25", PARTS, (25, 9.5)),
    ("variance = 0.19, bias² + noise = 0.40", [["variance"], ["bias² + noise"]], (0.19, 0.4)),
    ("k = 1 = 28; k = 2 = 379; k = 3 = 3304", [["k = 1"], ["k = 2"], ["k = 3"]], (28, 379, 3304)),
    ("k=1: 28, k=2: 379, k=3: 3304", [["k = 1"], ["k = 2"], ["k = 3"]], (28, 379, 3304)),
    ("B – 2.2, A – 1.5", [["a"], ["b"]], (1.5, 2.2)),
    ("R = 3/12 = 0.25, P = 3/4 = 0.75, F1 = 6/16 = 0.375", MEASURES, (0.75, 0.25, 0.375)),
    ("0.25 (recall), 0.75 (precision), 0.375 (F1)", MEASURES, (0.75, 0.25, 0.375)),
    ("0.25（查全率），0.75（查准率），0.375（F1）", MEASURES, (0.75, 0.25, 0.375)),
    ("spread 9.5, bias² 25", PARTS, (25, 9.5)),  # all labels but one
    ("bias² 9.5, spread 25", PARTS, (9.5, 25)),
    ("9.5 (variance), the square 25", PARTS, (25, 9.5)),
    ("bias² 25, bias² 9.5", PARTS, (25, 9.5)),  # not one label for each: the order typed
    ("5 folds (10 examples each)", [["folds"], ["examples each"]], (5, 10)),
    ("10 examples each in 5 folds", [["folds"], ["examples each"]], (5, 10)),
    ("0.01: 0.032, 0.04: 0.06", [["for 0.04", "0.04:", "0.04 →"], ["for 0.01", "0.01:", "0.01 →"]], (0.06, 0.032)),
    ("0.01 → 0.032, 0.04 → 0.06", [["for 0.04", "0.04:", "0.04 →"], ["for 0.01", "0.01:", "0.01 →"]], (0.06, 0.032)),
    ("degree 3: 0.20", [["degree 3"]], (0.2,)),
    ("0.20（幂次3）", [["幂次3"]], (0.2,)),
    ("-0.9, so -1", [["so -1"]], (-0.9,)),
    ("so -1", [["so -1"]], (-1,)),
]
DIRECTIONS = {
    "p < 0.1": "<", "below 0.1": "<", "0.1 > p": "<", "q <= 0.1": "≤", "0.286 or less": "≤", "at most 90": "≤",
    "no more than 9": "≤", "9 or fewer": "≤", "不超过9": "≤", "小于0.1": "<", "fewer than 9": "<",
    "p > 0.1": ">", "above 0.1": ">", "0.1 < p": ">", "at least 0.1": "≥", "q ≥ 0.1": "≥", "0.1 or more": "≥",
    "n > 13.5, so 14": "", "P(X>=1) = 0.763": "", "13.5 -> 14": "", "hand over B, 0.223": "", "over 0.2": ">",
    "至少9": "≥", "不小于9": "≥", "大于0.1": ">", "9以上": "≥", "0.1": "", "about 0.1": "", "约0.1": "",
}  # fmt: skip


JUDGED = [  # language, exercise or family of practice, what is right, and what is wrong
    (
        "en",
        "two-melons",
        ["version space: 7, most general: 3", "7 left, most general: 3", "most general: 3, left: 7"],
        ["version space: 3, most general: 7", "most general: 7, 3 left"],
    ),
    ("zh", "two-melons", ["版本空间：7，最一般：3", "最一般的3个，版本空间7个"], ["版本空间：3，最一般：7"]),
    (
        "en",
        "fold-sizes",
        ["5 folds, 10 each", "10 examples in 5 folds", "folds: 5, examples: 10"],
        ["10 folds, 5 each", "5 examples in 10 folds", "folds: 10, examples: 5"],
    ),
    ("zh", "fold-sizes", ["每折10个，共5折"], ["每折5个，共10折"]),
    (
        "en",
        "error-bar-of-200",
        [
            "error rate: 0.09, sd: 0.0202",
            "0.09 (18/200), 0.0202",
            "sd 0.0202, error rate 0.09",
            "0.09 and sqrt(0.09*0.91/200) = 0.0202",
        ],
        [
            "error rate: 0.0202, sd: 0.09",
            "0.09 (30/200), 0.0202",
            "sd 0.09, error rate 0.0202",
            "18/200 = 0.08, 0.0202",
        ],
    ),
    (
        "zh",
        "error-bar-of-200",
        ["错误率：0.09，标准差：0.0202", "0.09（9%），0.0202（2.02%）", "错误率9%，误差线2.02个百分点"],
        ["错误率：0.0202，标准差：0.09", "0.09（19%），0.0202"],
    ),
    (
        "en",
        "measures-by-hand",
        ["P = 3/4 = 0.75, R = 3/12 = 0.25, F1 = 6/16 = 0.375", "0.25 (recall), 0.75, 0.375 (F1)"],
        [
            "P = 3/12 = 0.25, R = 3/4 = 0.75, F1 = 0.375",
            "0.75 (recall), 0.25 (precision), 0.375 (F1)",
            "P = 3/4 = 0.74, R = 0.25, F1 = 0.375",
        ],
    ),
    (
        "zh",
        "measures-by-hand",
        ["召回率0.25，精确率0.75，F1=0.375", "召回率0.25，查准率0.75，F1=0.375"],
        ["召回率0.75，精确率0.25，F1=0.375", "召回率0.75，查准率0.25，F1=0.375", "精确率0.25，查全率0.75，F1=0.375"],
    ),
    (
        "en",
        "roc-point",
        ["true positive rate 1, false positive rate 0.6", "FPR = 3/5 = 0.6, TPR = 5/5 = 1"],
        ["true positive rate 0.6, false positive rate 1", "FPR = 5/5 = 1, TPR = 3/5 = 0.6"],
    ),
    (
        "en",
        "priced-totals",
        ["bad: 320, good: 64", "64 (always good), 320 (always bad)", "256*4/8*1/2 = 64, 320"],
        ["bad: 64, good: 320", "320 (always good), 64 (always bad)", "64 (always bad), 320"],
    ),
    ("en", "stratified-test-set", ["50 neg, 150 pos", "600/4 = 150, 200/4 = 50"], ["150 neg, 50 pos"]),
    (
        "zh",
        "stratified-test-set",
        ["150个正例，50个负例", "负样本50，正样本150"],
        ["50个正例，150个负例", "负样本150，正样本50"],
    ),
    (
        "en",
        "gap-and-variance",
        ["bias^2+noise 0.40, variance 0.19", "variance: 0.19, rest: 0.40"],
        ["bias^2+noise 0.19, variance 0.40", "variance: 0.40, rest: 0.19"],
    ),
    ("zh", "gap-and-variance", ["方差约0.19，偏差²与噪声共0.40"], ["方差约0.40，偏差²与噪声共0.19"]),
    (
        "en",
        "holm-of-four",
        [
            "0.04 -> 0.06, 0.01 -> 0.032, 0.03 -> 0.06, 0.008 -> 0.032",
            "0.008: 0.032, 0.01: 0.032, 0.03: 0.06, 0.04: 0.06",
        ],
        [
            "0.04 -> 0.032, 0.01 -> 0.06, 0.03 -> 0.032, 0.008 -> 0.06",
            "0.06 -> 0.04, 0.032 -> 0.01, 0.06 -> 0.03, 0.032 -> 0.008",
        ],
    ),
    ("en", "holm-by-hand", ["0.014: 0.042, 0.04: 0.08, 0.049: 0.08"], ["0.014: 0.08, 0.04: 0.042, 0.049: 0.08"]),
    ("en", "one-against-the-rest", ["0.675 with 90, 0.825 with 10 quinces"], ["0.825 with 90, 0.675 with 10 quinces"]),
    ("zh", "one-against-the-rest", ["90个时：0.675，榅桲10个时：0.825"], ["90个时：0.825，榅桲10个时：0.675"]),
    ("en", "mean-ranks", ["second 1.5, third 2.17, first 7/3 = 2.33"], ["second 2.33, third 2.17, first 1.5"]),
    (
        "zh",
        "what-each-costs",
        ["留出法5，10折10，十次十折100，留一法60，自助法30"],
        ["留出法10，10折5，十次十折100，留一法60，自助法30"],
    ),
    (
        "en",
        "error-to-report",
        ["degree 3: 0.20", "0.20 for degree 3", "approx. 0.20"],
        ["degree 6: 0.20", "degree 3: 0.19", "degree 3"],
    ),
    ("zh", "error-to-report", ["幂次3，测试误差0.20", "3次，0.20"], ["6次，0.20", "幂次3，测试误差0.19"]),
    (
        "en",
        "kept-epoch",
        ["2 (error 0.50)", "epoch 2, with error 0.50"],
        ["3 (error 0.50)", "2 or 3", "the epoch with 0.50"],
    ),
    ("en", "counts-of-stars", ["at most 18", "18 at most"], ["at least 18", "fewer than 18", "at most 20"]),
    ("zh", "counts-of-stars", ["最多有18个"], ["至少18个"]),
    ("en", "half-width-of-three-rows", ["up to 0.17"], ["at least 0.17"]),
    ("en", "four-perfect-parts", ["at least 0.625"], ["at most 0.625"]),
    ("zh", "auc-left-open", ["最多相差0.169"], ["至少0.169"]),
    (
        "en",
        "tries-for-even-odds",
        ["n > 13.5, so 14", "14, because 0.95^14 = 0.488"],
        ["14, so 13", "13, because 14 is too many"],
    ),
    ("en", "binomial-tail", ["P(X>=1) = 0.763"], ["P(X>=1) > 0.763", "P(X>=1) = 0.237"]),
    (
        "en",
        "best-of-twenty",
        ["0.37 < t <= 0.38", "0.38 ≥ t > 0.37", "0.375"],
        ["0.37 or 0.38", "0.37 <= t < 0.38", "0.38 > t >= 0.37"],
    ),
    ("en", "largest-f2", ["0.3 (F2 = 0.86)"], ["0.1 or 0.3"]),
    ("en", "height-of-the-envelope", ["0.195 (line A)", "A: 0.195"], ["B: 0.195", "0.195 (line B)"]),
    (
        "en",
        "which-model-which-cost",
        ["B, 0.223 (not A)", "I hand over B; cost 0.223"],
        ["A, 0.223", "hand over A, 0.223"],
    ),
]
NOT_ROUNDED = [  # the very numbers of a mistake: without a remark on rounding
    ("uneven-majority", "50/100"), ("uneven-majority", "0.500"), ("which-model-which-cost", "B, 140/700"),
    ("never-the-best", "(0.6+0.8)/2"), ("error-from-parts", "0.400"), ("zero-one-with-noise", "３／５"),
]  # fmt: skip
TURNED, ALONE, ROUNDED = "direction is wrong", "Give it alone", "rounded too far"
HINTS = [  # exercise, typed answer, and a part of its hint
    *(("share-where-the-winner-changes", text, TURNED) for text in ("p > 0.1", "above 0.1", "at least 0.1")),
    *(("rule-at-another-share", text, TURNED) for text in ("0.286 or less", "q < 0.286")),
    ("enough-examples", "at most 90", TURNED),
    ("never-the-best", "at least 2/3", TURNED),
    ("data-sets-needed", "at most 38", TURNED),
    *(("errors-still-explained", text, TURNED) for text in ("at least 9", "fewer than 9", "less than 9")),
    ("where-two-lines-cross", "x < 0.6", ALONE),
    ("uneven-majority", "at least 0.48", ALONE),
    ("range-of-one-classifier", "0.25 > x > 0.667", "wrong order"),
    *(("which-model-which-cost", text, "another classifier") for text in ("A 0.223", "C 0.223", "nobody 0.223")),
    ("which-model-which-cost", "22.3 %", "it is not a percentage"),
    ("price-of-the-errors", "35 %", "it is not a percentage"),
    ("parts-by-simulation", "0.678, 0.010, 0.09", "rounded too far"),
    ("uneven-majority", "12/25 = 0.58", "different numbers"),
    ("macro-precision", "61", "Write 61 % or 0.61"),
    ("range-of-one-classifier", "25, 66.7", "Write 25 %; 66.7 % or 0.25; 0.667"),
    ("error-bar-of-200", "9, 2", "Write 9 %; 2 % or 0.09; 0.02"),
    ("order-that-fools", "1 0 2 0 1 1 0 0", "Number 3: A label is 0 or 1"),
    ("three-rounds-needed", "1 0 0 0 1 1 0 5", "Number 8: A label is 0 or 1"),
    *((name, text, ROUNDED) for name, text in [  # the hint of the mistake comes first
        ("error-from-parts", "0.4"), ("zero-one-with-noise", "0.6"), ("never-the-best", "0.7"),
        ("uneven-majority", "0.5"), ("mixture-632", "0.3"),
    ]),
    ("vote-of-a-learner", "0.9", "1 - error"),
    ("uneven-majority", "50 %", "That is the true error"),
    ("true-error", "0.5", "the standard deviation of the noise."),
    ("zero-one-with-noise", "2/5 + 0.1", "the share of right predictions"),
]  # fmt: skip


@pytest.fixture(scope="module")
def page():
    """Return a function that evaluates many calls in the page's script."""
    script = (HERE / "exercises.js").read_text(encoding="utf-8")
    answer = "JSON.parse(require('fs').readFileSync(0)).map(([name, ...given]) => eval(name)(...given))"

    def ask(calls):
        command = [node(), "-e", f"{script}\nconsole.log(JSON.stringify({answer}))"]
        ran = subprocess.run(command, input=json.dumps(calls), capture_output=True, text=True, check=True)
        return json.loads(ran.stdout)

    return ask


@pytest.mark.texts
def test_what_is_typed_means_the_same_in_both_places(page):
    cases = [(text, count, means) for count, texts in TYPED.items() for text, means in texts.items()]
    on_page = page([("readings", text, count) for text, count, _ in cases])
    for (text, count, means), there in zip(cases, on_page, strict=True):
        expected = [[value] if count == 1 else list(value) for value in means]
        assert readings(text, count) == [pytest.approx(row, rel=1e-15) for row in expected], text
        assert there == [pytest.approx(row, rel=1e-15) for row in expected], text


@pytest.mark.texts
def test_labels_determine_the_order_in_both_places(page):
    on_page = page([("readings", text, len(labels), labels) for text, labels, _ in LABELLED])
    for (text, labels, row), there in zip(LABELLED, on_page, strict=True):
        assert readings(text, len(labels), labels)[0] == there[0] == [*row], text


@pytest.mark.texts
def test_a_direction_is_recognised_in_both_places(page):
    assert {text: direction(text) for text in DIRECTIONS} == DIRECTIONS
    assert page([("direction", text) for text in DIRECTIONS]) == [*DIRECTIONS.values()]


@pytest.mark.parametrize(("name", "text", "hint"), HINTS)
def test_a_typed_answer_gets_the_hint_that_fits(name, text, hint):
    assert hint in (find(name).judge(text) or "")


@pytest.fixture
def english_again():
    yield
    speak(None)


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(("spoken", "name", "right", "wrong"), JUDGED)
def test_what_students_write_gets_the_verdict_of_its_numbers_in_both_places(page, spoken, name, right, wrong):
    speak(spoken)
    exercise = find(name) if name in DATA else tasks.find(name).task(11).exercise
    assert {text: exercise.judge(text) is None for text in right + wrong} == dict.fromkeys(right, True) | dict.fromkeys(
        wrong, False
    )
    there = page([("hintForText", exercise.rule, text) for text in right + wrong])
    for text, hint in zip(right + wrong, there, strict=True):
        here = exercise.judge(text)
        assert hint == (exercise.rule["unread"] if here == unread(exercise.rule, text) else here), text


@pytest.mark.parametrize(("name", "text"), NOT_ROUNDED)
def test_a_mistake_that_cannot_be_rounded_gets_only_its_own_hint(name, text):
    assert find(name).judge(text) in [hint for hint, _ in DATA[name]["known"]]


def typed(name):
    """Yield answers to the exercise as text: truth and mistakes, more and more rounded, and other known answers."""
    rule = DATA[name]
    rows = (
        [row_of(row) for row in rule["right"][:3]] + [row for _, row in mistakes(rule)] + [[12345.678] * rule["count"]]
    )
    rows += [[round(number, digits) for number in row] for row in rows for digits in range(4)]
    rows += [[number * factor for number in row] for row in rows[:4] for factor in (1.0004, 1.004, 0.5, -1, 100)]
    others = [answer for answer in [*WRONG.get(name, []), *ALSO_RIGHT.get(name, [])] if isinstance(answer, str)]
    others += [text for other, text, *_ in HINTS + NOT_ROUNDED if other == name]
    return list(dict.fromkeys(["; ".join(map(repr, row)) for row in rows] + others))


def test_a_typed_answer_gets_the_same_verdict_in_both_places(page):
    cases = [(name, text) for name in NUMBERS for text in typed(name)]
    on_page = page([("hintForText", DATA[name], text) for name, text in cases])
    for (name, text), there in zip(cases, on_page, strict=True):
        here = find(name).judge(text)
        assert there == (f"Expected {DATA[name]['expected']}." if here and here.startswith("Expected") else here), (
            name,
            text,
        )


def test_a_choice_gets_the_same_verdict_in_both_places(page):
    cases = []
    for name in CHOICES:
        menus = [[*hints] for hints in DATA[name]["hints"]]
        rows = [words for _, words in mistakes(DATA[name])]
        rows += [[menu[(start + step * place) % len(menu)] for place, menu in enumerate(menus)]
                 for start in range(8) for step in range(8)]  # fmt: skip
        cases += [(name, [*row]) for row in dict.fromkeys(map(tuple, rows))]
    on_page = page([("hintForWords", DATA[name], row) for name, row in cases])
    assert [(*case, there) for case, there in zip(cases, on_page, strict=True)] == [
        (name, row, check(name, row).words or None) for name, row in cases
    ]
