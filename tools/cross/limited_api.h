/* Included before pybullet.c: it uses Python's stable interface but for these four names, so that
   one object serves Python 3.11 and every later one. */

#define Py_LIMITED_API 0x030b0000
#include <Python.h>
/* Which Python.h includes but for the stable interface. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PyList_GET_ITEM(list, index) PyList_GetItem(list, index)
#define PyTuple_GET_ITEM(tuple, index) PyTuple_GetItem(tuple, index)
#define PyBytes_AS_STRING(bytes) PyBytes_AsString(bytes)
#define PyUnicode_AsUTF8(text) PyUnicode_AsUTF8AndSize(text, 0)
